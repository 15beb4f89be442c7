export const VERIFY_EMAIL_PATH = '/auth/verify-email';
