import type { Redirect } from '../../../contract/redirects.ts';

/** Who is redirected. */
export const redirectedOf = ({ guestIp, userName }: Pick<Redirect, 'guestIp' | 'userName'>) =>
  guestIp ? `Guest (${guestIp})` : (userName ?? 'Unknown User');
