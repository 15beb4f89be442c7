import { sql } from 'kysely';

/** Kept beside what goes on later in somebody's name: it ends once their account has another number. */
export const signOutsOf = (userId: string) => sql<number>`(select sign_outs from users where id = ${userId})`;
