import type { UserAccount } from '../../contract/users/users.ts';

type Named = Pick<UserAccount, 'firstName' | 'lastName'>;
type Person = Named & Pick<UserAccount, 'username' | 'email'>;

export const fullName = ({ firstName, lastName }: Named) => [firstName, lastName].filter(Boolean).join(' ');

export const displayName = (user: Person) => fullName(user) || user.email || user.username;

export const secondLine = (user: Person) =>
  [user.email, user.username].find((text) => text && text !== displayName(user)) ?? '';
