import { DESTINATIONS } from '../../../contract/redirects/redirects.rules.ts';
import { may } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';

export const redirectsShownTo = (role: Role): { readonly guests: boolean; readonly users: boolean } => ({
  guests: may(role, 'see-guests'),
  users: may(role, 'see-users'),
});

const paths = new Set<string>(DESTINATIONS.map(({ path }) => path));

/** Even admins can't send users anywhere else. */
export const mayRedirectUserTo = (destination: string) => paths.has(destination);
