export const USERNAME_MAX = 100;
export const PASSWORD_MAX = 128;
export const PASSWORD_MIN = 10;
export const ADMIN_PASSWORD_MIN = 6;
/** Shorter passwords need a second factor. */
export const PASSWORD_ALONE_MIN = 8;
