import { fullName } from './full-name.ts';

interface Person {
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** What somebody is called: by name, or by address, or at least by username. */
export const displayName = (user: Person) => fullName(user) || user.email || user.username;

/** What stands below the name and is not the same again. */
export const secondLine = (user: Person) =>
  [user.email, user.username].find((text) => text && text !== displayName(user)) ?? '';
