import { sql } from 'kysely';

/** What people are called in lists: first and last name, or the username. Of a joined `users` table. */
export const displayName = sql<
  string | null
>`coalesce(nullif(trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), ''), users.username)`;
