export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;

export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_S = 30;

export const PROOF_MINUTES = 10;
