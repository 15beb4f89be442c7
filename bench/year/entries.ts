import { sql } from 'kysely';
import { guestUserId } from '../../contract/log/activity.rules.ts';
import type { Keys } from '../../server/crypto/keys.ts';
import { beginChain, linkBatch } from '../../server/db/audit-chain/links.ts';
import type { Db } from '../../server/db/tables.ts';
import { type Entry, recordActivities } from '../../server/features/log/activity/activity.ts';
import { addressOf, emailOf, numbers, oneOf, ROWS_AT_ONCE, type Spread } from './numbers.ts';

/** One in this many entries is by staff and has a link in the audit chain. */
const STAFF_EVERY = 20;
const PEOPLE = 200;
const PLACES = ['Norway', 'Germany', 'France', 'Spain', 'Italy', 'Poland', 'Japan'];
const DEVICES = ['Chrome on Linux', 'Safari on iOS', 'Firefox on Windows'];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
];

type Person = Pick<Entry, 'userId'> & { readonly username: string };

/**
 * In order of time, as a year would write them: SQL creates the entries of guests and users, the product's own code
 * those of staff.
 */
export async function insertEntries(db: Db, keys: Keys, spread: Spread): Promise<void> {
  await beginChain(db, keys, spread.start);
  const users = await somePeople(db, false);
  const staff = await somePeople(db, true);
  for (let from = 0; from < spread.count; from += ROWS_AT_ONCE) {
    await insertSome(db, spread, from, users);
    const rows = Math.min(ROWS_AT_ONCE, spread.count - from);
    const entries = Array.from({ length: Math.floor(rows / STAFF_EVERY) }, (_, index) =>
      entryOfStaff(spread, from + index * STAFF_EVERY, staff, users),
    );
    await db.transaction().execute((trx) => recordActivities(trx, entries));
    while ((await linkBatch(db, keys, timeOf(spread, from + rows)))?.more);
  }
}

const timeOf = ({ start, end, count }: Spread, number: number) => start + Math.floor((number * (end - start)) / count);

const somePeople = (db: Db, isStaff: boolean): Promise<Person[]> =>
  db
    .selectFrom('users')
    .select(['id as userId', 'username'])
    .where('role', isStaff ? '<>' : '=', 'user')
    .limit(PEOPLE)
    .execute();

/** Of a hundred entries 80 are by guests, five by each. */
async function insertSome(db: Db, spread: Spread, from: number, users: readonly Person[]): Promise<void> {
  const kind = sql`(n % 100)`;
  const guest = sql`(n / 5)`;
  const isGuest = sql`${kind} < 80`;
  const people = users.map(({ userId }, index) => sql`(${sql.lit(index)}, ${sql.lit(userId)})`);
  await sql`
    with recursive people (number, user_id) as (values ${sql.join(people)}), ${numbers(db, spread, from)}
    insert into activity
      (id, user_id, action, page, ip_address, location, device, user_agent, details, created_at, staff, guest_id)
    select
      id,
      case when ${isGuest} then 'guest_' || ${addressOf(guest, '_')} else people.user_id end,
      case when ${kind} < 45 then 'page_view' when ${kind} < 58 then 'email_entry' when ${kind} < 68 then 'code_entry'
        when ${kind} < 76 then 'code_success' when ${kind} < 79 then 'code_failed' when ${kind} < 80 then 'help'
        when ${kind} < 90 then 'login' when ${kind} < 95 then 'logout' when ${kind} < 98 then 'failed_login'
        else 'profile_update' end,
      case when ${kind} < 45 then ${oneOf(sql`n`, ['Email Entry Page', 'Code Entry Page', 'Success Page'])} end,
      ${addressOf(guest, '.')},
      ${oneOf(guest, PLACES)},
      ${oneOf(guest, DEVICES)},
      ${oneOf(guest, AGENTS)},
      case when ${kind} >= 45 and ${kind} < 58
          then '{"email":"g•••@company.example","addressHash":"' || id || 'abcdefg"}'
        when ${kind} >= 68 and ${kind} < 76 then '{"email":"' || ${emailOf(guest)} || '"}'
        when ${kind} = 79 then '{"help":"asked","reason":"no_mail"}'
        when ${kind} >= 95 and ${kind} < 98 then '{"reason":"wrong password"}'
        when ${kind} >= 98 then '{"change":"details"}' end,
      at, 0, case when ${isGuest} then 'browser-' || ${guest} end
    from numbers join people on people.number = n % ${sql.lit(users.length)}`.execute(db);
}

/** Half are about guests, a third about accounts, the rest are sign-ins. */
function entryOfStaff(spread: Spread, number: number, staff: readonly Person[], users: readonly Person[]): Entry {
  const turn = number / STAFF_EVERY;
  const by = staff[turn % staff.length] as Person;
  const user = users[turn % users.length] as Person;
  const at = timeOf(spread, number);
  const visitor = { ipAddress: '192.0.2.7', location: 'Norway', device: DEVICES[0] ?? '', userAgent: AGENTS[0] ?? '' };
  const who = { userId: by.userId, staff: by.username, visitor, at };
  if (turn % 6 < 3) {
    const guest = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
    const details = {
      change: 'prompt',
      guest,
      messageId: guestUserId(guest),
      prompt: 'code',
      text: 'Please try again',
    } as const;
    return { ...who, action: 'admin_redirect', details, guestId: `browser-${turn}` };
  }
  if (turn % 6 === 5) return { ...who, action: 'login', details: { way: 'password' } };
  const about = { user: user.userId ?? '', username: user.username };
  return { ...who, action: 'profile_update', details: { change: 'status', ...about, status: 'suspended' } };
}
