/** Pages that people can be sent to. No schemas here: pages of signed-in users import this file. */

export const COMPLETE_INFO_PATH = '/profile/complete-info';
export const UPDATE_DETAILS_PATH = '/profile/update-details';
export const RE_LOGIN_PATH = '/auth/re-login';
export const TERMS_PATH = '/terms-agreement';
export const SECURITY_CHECK_PATH = '/security-check';
