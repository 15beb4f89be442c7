import type { CurrentUser } from '../../../contract/auth.ts';

/** First and last name, or what else the person is known by. */
export const fullName = ({ firstName, lastName, email, username }: CurrentUser) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || username;
