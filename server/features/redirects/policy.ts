import { CLOSED_PATH, DESTINATIONS } from '../../../contract/redirects/redirects.rules.ts';
import { isExitUrl } from '../../../contract/settings/settings.rules.ts';
import { may, mayManage } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';

/** Whom a redirect is for: whoever comes as a guest, or an account and the role it has. */
export type Redirected = 'guest' | { readonly role: Role };

/** Guests are led by those who steer guests, users by those who change users. */
export const mayRedirect = (role: Role, whom: Redirected): boolean =>
  whom === 'guest' ? may(role, 'steer-guests') : mayManage(role, whom.role);

/** The redirects that a role finds in the list. */
export const redirectsShownTo = (role: Role): { readonly guests: boolean; readonly users: boolean } => ({
  guests: may(role, 'see-guests'),
  users: may(role, 'see-users'),
});

const paths = new Set<string>(DESTINATIONS.map(({ path }) => path));

/** Users are only redirected to pages of the portal that are made for it, whichever admin asks. */
export const mayRedirectUserTo = (destination: string) => paths.has(destination);

/** Guests are only redirected inside the flow, or to the one exit that the settings hold, whichever admin asks. */
export function mayRedirectGuestTo(destination: string, settings: { readonly exitUrl: string }): boolean {
  if (destination === EMAIL_ENTRY_PATH || destination === VERIFY_CODE_PATH) return true;
  return destination === settings.exitUrl && (destination === CLOSED_PATH || isExitUrl(destination));
}

interface Leaving {
  readonly destination_path: string;
  readonly message: string | null;
}

/** Guests who leave read what was recorded when they were sent, and only while the settings still say the same. */
export const mayLeaveWith = (
  { destination_path, message }: Leaving,
  settings: { readonly exitUrl: string; readonly exitMessage: string },
) => destination_path !== settings.exitUrl || message === settings.exitMessage;
