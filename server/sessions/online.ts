import type { Db, Trx } from '../db/tables.ts';

/** A user who was seen within this time is online. */
const ONLINE_MS = 5 * 60_000;

/** The sessions of users who are online. What is in memory has to be written first: see `Sessions.flush`. */
export const onlineSessions = (db: Db | Trx, now: number) =>
  db
    .selectFrom('sessions')
    .where('seen_at', '>', now - ONLINE_MS)
    .where('expires_at', '>', now);
