/** One person of a million is erased, after a year of data, while others go on. */
import { fetched, hangUp } from '../scripts/ask.ts';
import { newId } from '../server/db/ids.ts';
import type { Db } from '../server/db/tables.ts';
import type { Keys } from '../server/crypto/keys.ts';
import { insertAccount } from '../server/features/users/accounts.ts';
import { type Entry, recordActivities } from '../server/features/log/activity/activity.ts';
import { bothDatabases } from './abuse/databases.ts';
import type { Database } from './abuse/portal.ts';
import { watchEventLoop } from './event-loop.ts';
import { figure } from './figures.ts';
import { prepare } from './sessions.ts';
import type { Amounts } from './year/fill.ts';
import { DAY_MS } from './year/numbers.ts';
import { filledPlace, startPlace } from './year/place.ts';

const DAYS = 365;
const YEAR: Amounts = {
  days: DAYS,
  users: Number(process.env.BENCH_USERS ?? 1_000_000),
  entries: Number(process.env.BENCH_ENTRIES ?? 2_000_000),
  notifications: Number(process.env.BENCH_NOTIFICATIONS ?? 300_000),
  verified: Number(process.env.BENCH_VERIFIED ?? 2_000_000),
};
const PEOPLE = 5;
const STAFF_ENTRIES = 50;

const emailOf = (person: number) => `erased-${person}@example.com`;

/** Signed in, out and changed something on every day; staff looked after the account once a week. */
async function addPerson(db: Db, keys: Keys, person: number): Promise<void> {
  const now = Date.now();
  const names = { firstName: 'Erased', lastName: `Person ${person}`, email: emailOf(person) };
  const account = { username: `erased-${person}`, role: 'user', passwordState: 'own', ...names } as const;
  const { id: userId, username } = await insertAccount(db, account, keys, now - DAYS * DAY_MS);
  const visitor = { ipAddress: '203.0.113.7', location: 'Norway', device: 'Chrome on Linux', userAgent: 'Bench' };
  const entries = Array.from({ length: DAYS }, (_, day): Entry[] => {
    const by = { userId, visitor, at: now - day * DAY_MS };
    return [
      { ...by, action: 'login', details: { way: 'password' } },
      { ...by, action: 'profile_update', details: { change: 'details' } },
      { ...by, action: 'logout' },
    ];
  });
  const ofStaff = Array.from({ length: STAFF_ENTRIES }, (_, week): Entry => {
    const details = { change: 'status', status: 'active', user: userId, username } as const;
    return { userId: 'staff', staff: 'Staff', visitor, at: now - week * 7 * DAY_MS, action: 'profile_update', details };
  });
  await db.transaction().execute((trx) => recordActivities(trx, [...entries.flat(), ...ofStaff]));
  const browser = `erased-browser-${person}`;
  const confirmed = { email: emailOf(person), email_key: emailOf(person), guest_id: browser, took_ms: 0, helped: 0 };
  await db
    .insertInto('verified_addresses')
    .values({ id: newId(now), verified_at: now, ...confirmed })
    .execute();
}

async function measure(database: Database): Promise<void> {
  const { name } = database;
  const place = await filledPlace(database, YEAR);
  const people = Array.from({ length: PEOPLE }, (_, person) => person);
  await prepare(place.installation.config, 0, async (db, keys) => {
    for (const person of people) await addPerson(db, keys, person);
  });
  const { server } = await startPlace(place);
  const headers = { cookie: place.cookie, origin: server.url };
  for (let count = 0; count < 50; count += 1) await fetched(`${server.url}/api/guest/check-prompt`);
  for (const person of people) {
    const stopWatching = watchEventLoop(server.url);
    const body = { email: emailOf(person) };
    const { ms } = await fetched(`${server.url}/api/admin/people/erase`, { method: 'POST', headers, body });
    figure(`${name}: one person of ${YEAR.users.toLocaleString('en')} erased in`, ms / 1_000, 's', { most: 1 });
    figure(`${name}: erasure, longest wait of another request`, await stopWatching(), 'ms', { most: 50 });
  }
  await server.stop();
  place.installation.remove();
}

const { databases, stop } = await bothDatabases();
try {
  for (const database of databases) await measure(database);
} finally {
  await stop();
  hangUp();
}
