import { sql } from 'kysely';

/** Stored with work that runs later in a user's name. A higher number means the user was signed out: the work stops. */
export const signOutsOf = (userId: string) => sql<number>`(select sign_outs from users where id = ${userId})`;
