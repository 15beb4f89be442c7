export const USERNAME_MAX = 100;
export const PASSWORD_MAX = 128;
export const PASSWORD_MIN = 10;
export const ADMIN_PASSWORD_MIN = 6;
/** Shorter passwords need a second factor. */
export const PASSWORD_ALONE_MIN = 8;
export const PASSWORD_NEEDS_FACTOR = `A password with fewer than ${PASSWORD_ALONE_MIN} characters needs a second factor. Choose a longer one, or add a second factor to your account first.`;

export const CREDENTIALS_MISSING = 'Please enter both username and password';
export const CAPTCHA_MISSING = 'Please complete the captcha verification';
export const CURRENT_PASSWORD_MISSING = 'Current password is required';
export const CONFIRMATION_MISSING = 'Please confirm your new password';
export const CONFIRMATION_DIFFERS = "Passwords don't match";

export const passwordTooShort = (least: number) => `New password must be at least ${least} characters`;
export const passwordTooLong = `Passwords can have at most ${PASSWORD_MAX} characters`;
