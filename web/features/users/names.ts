import type { UserAccount } from '../../../contract/users/users.ts';

type Named = Pick<UserAccount, 'firstName' | 'lastName'>;
type Person = Named & Pick<UserAccount, 'username' | 'email'>;

/** First and last name; empty when neither is known. */
export const fullName = ({ firstName, lastName }: Named) => [firstName, lastName].filter(Boolean).join(' ');

/** What somebody is called: by name, or by address, or at least by username. */
export const displayName = (user: Person) => fullName(user) || user.email || user.username;

/** What stands below the name and is not the same again. */
export const secondLine = (user: Person) =>
  [user.email, user.username].find((text) => text && text !== displayName(user)) ?? '';
