import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../verification/verification.rules.ts';

export const COMPLETE_INFO_PATH = '/profile/complete-info';
export const UPDATE_DETAILS_PATH = '/profile/update-details';
export const RE_LOGIN_PATH = '/auth/re-login';
export const TERMS_PATH = '/terms-agreement';
export const SECURITY_CHECK_PATH = '/security-check';

/** The exit if the settings have none. */
export const CLOSED_PATH = '/user/closed';

export const DESTINATIONS = [
  { path: COMPLETE_INFO_PATH, label: 'Complete Profile Info', forGuests: false },
  { path: UPDATE_DETAILS_PATH, label: 'Update Profile Details', forGuests: false },
  { path: RE_LOGIN_PATH, label: 'Re-login Required', forGuests: false },
  { path: TERMS_PATH, label: 'Terms Agreement', forGuests: false },
  { path: SECURITY_CHECK_PATH, label: 'Security Check', forGuests: false },
  { path: EMAIL_ENTRY_PATH, label: 'Email Entry Page', forGuests: true },
  { path: VERIFY_CODE_PATH, label: 'Verify Code Page', forGuests: true },
] as const;

export type DestinationPath = (typeof DESTINATIONS)[number]['path'];

/** An exit URL has no label. */
export function destinationLabel(path: string): string {
  if (path === CLOSED_PATH) return 'Exit (no exit URL is set)';
  return DESTINATIONS.find((known) => known.path === path)?.label ?? path;
}

export const USER_MISSING = 'Please select a user';
export const GUEST_MISSING = 'Please enter a guest IP address';

export const EXIT_MESSAGE_SECONDS = 2;
