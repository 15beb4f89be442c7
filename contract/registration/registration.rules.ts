export const VERIFY_EMAIL_PATH = '/auth/verify-email';
export const VERIFICATION_CODE_MISSING = 'Please enter the verification code';
