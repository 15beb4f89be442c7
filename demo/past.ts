import { SECURITY_CHECK_PATH, TERMS_PATH, UPDATE_DETAILS_PATH } from '../contract/redirects/redirects.rules.ts';
import { maskedEmail } from '../contract/text/masked-email.ts';
import type { App } from '../server/app.ts';
import type { UserRow } from '../server/db/tables.ts';
import { type Entry, recordActivities } from '../server/features/log/activity/activity.ts';
import { recordVerified } from '../server/features/verification/verified/queries.ts';
import { actorFor, visitorAt } from '../server/visitor/visitor.ts';
import { type Account, demoPasswords, entriesOf, inventAccounts, makeAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';
import type { Dice } from './dice.ts';
import type { DevelopmentMailbox } from './mailbox.ts';
import { guestEntries, helpFor, resultIn, visit } from './past-guests.ts';
import { person } from './people.ts';
import { signIn } from './sign-in.ts';
import { Staff } from './staff.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ADMIN = 'admin';
export const COLLEAGUES = [
  person('Ann', 'Whitcombe', 'example.com'),
  person('Kofi', 'Asante', 'example.com'),
  person('Ingrid', 'Solheim', 'example.com'),
  person('Rafael', 'Ortega', 'example.com'),
] as const;
const GUESTS_OF_THE_MONTH = 140;
const GUESTS_OF_TODAY = 26;
const TOLD_OF_SIGN_INS_MS = 8 * HOUR;
const ONLINE = 18;

export const PAST_MS = 330 * DAY;

/** Either a log entry, which is written in batches, or an action that runs at that time. */
type Happened = { readonly at: number } & ({ readonly entry: Entry } | { run(): Promise<unknown> });

interface PastOptions {
  readonly app: App;
  readonly clock: DemoClock;
  readonly dice: Dice;
  readonly url: string;
  readonly mailbox: DevelopmentMailbox;
  newEmail(): string;
}

interface Past {
  readonly cookies: readonly string[];
  readonly nextGuest: number;
}

export async function writePast({ app, clock, dice, url, mailbox, newEmail }: PastOptions, end: number): Promise<Past> {
  const staff = new Staff(app, clock, url);
  const happened: Happened[] = [];
  const on = (at: number, run: () => Promise<unknown>) => happened.push({ at, run });
  const accounts = inventAccounts(dice, end);
  const passwords = await demoPasswords(app);
  const admin = await staff.find(ADMIN);
  const rows = new Map<Account, UserRow>();
  await app.db.transaction().execute(async (trx) => {
    for (const account of accounts) rows.set(account, await makeAccount(trx, app.keys, account, passwords));
  });
  await app.db.updateTable('users').set({ password_state: 'own' }).where('id', '=', admin.id).execute();

  on(end - 329 * DAY, () => settingsOfTheBeginning(staff));
  for (const [index, colleague] of COLLEAGUES.entries())
    on(end - (328 - index) * DAY, async () => {
      const body = { ...colleague, role: 'admin' };
      const { id } = await staff.act<{ id: string }>(ADMIN, '/api/admin/users', { method: 'POST', body });
      const own = { password_state: 'own', temporary_password: null, password_hash: passwords.dummyHash } as const;
      await app.db.updateTable('users').set(own).where('id', '=', id).execute();
    });

  const userOf = (account: Account) => rows.get(account) as UserRow;
  const change = (by: string, account: Account, path: string, request: object) =>
    staff.act(by, `/api/admin/users/${userOf(account).id}${path}`, request);
  const quiet = dice.shuffled(
    accounts.filter(({ signIns }) => signIns.length > 0 && (signIns.at(-1) ?? end) < end - DAY),
  );
  const some = (count: number) => quiet.splice(0, count);
  const by = () => dice.pick([ADMIN, ...COLLEAGUES.map(({ username }) => username)]);
  const lately = (days: number) => end - 10 * MINUTE - Math.floor(dice.next() ** 2 * days * DAY);
  const after = (account: Account) => Math.max(account.signIns.at(-1) ?? 0, lately(20)) + MINUTE;
  for (const account of some(16))
    on(after(account), () => change(by(), account, '/status', { method: 'PATCH', body: { status: 'suspended' } }));
  for (const account of some(12))
    on(after(account), () => change(by(), account, '/status', { method: 'PATCH', body: { status: 'needs_auth' } }));
  for (const account of some(5)) on(after(account), () => change(by(), account, '', { method: 'DELETE' }));
  for (const account of some(3))
    on(after(account), () => change(by(), account, '/reset-password', { method: 'POST', body: {} }));
  const destinations = [
    [TERMS_PATH, 'New terms'],
    [UPDATE_DETAILS_PATH, 'The phone number is missing'],
    [SECURITY_CHECK_PATH, null],
    [TERMS_PATH, 'New terms'],
  ] as const;
  for (const [index, [destinationPath, reason]] of destinations.entries()) {
    const [account] = some(1);
    if (account === undefined) continue;
    const body = () => ({ userId: userOf(account).id, destinationPath, reason, isPersistent: index === 0 });
    on(end - (5 - index) * HOUR, () => staff.act(by(), '/api/admin/redirects', { method: 'POST', body: body() }));
  }
  on(end - 3 * DAY, () => settingsOfLately(staff));
  on(end - 5 * HOUR, async () => {
    await app.notifications.settle();
    await staff.act(ADMIN, '/api/admin/notifications/mark-all-read', { method: 'PATCH' });
  });

  for (const account of accounts) {
    const { username } = account.person;
    for (const at of account.signIns)
      if (at > end - TOLD_OF_SIGN_INS_MS) {
        const visitor = visitorAt(account.ip, account.userAgent);
        const user = () => ({ id: userOf(account).id, name: username });
        on(at, async () => app.notifications.notify({ kind: 'login', user: user(), role: 'user', visitor }));
      }
  }
  for (const [index, hours] of [26, 9, 3].entries())
    on(end - hours * HOUR, async () => {
      const visitor = visitorAt(`203.0.113.${200 + index}`, '');
      for (let failure = 0; failure <= index + 2; failure += 1) {
        const details = { reason: 'unknown username' } as const;
        const at = clock.now();
        await app.db
          .transaction()
          .execute((trx) => recordActivities(trx, [{ userId: null, visitor, action: 'failed_login', details, at }]));
        app.notifications.notify({ kind: 'failed-login', visitor });
        clock.moveTo(clock.now() + 8_000);
      }
    });
  on(end - 2 * HOUR, async () =>
    app.notifications.notify({
      kind: 'mail-failure',
      recipient: maskedEmail(newEmail()),
      guestId: null,
      why: '452 4.2.2 Mailbox full',
    }),
  );

  for (let guest = 0; guest < GUESTS_OF_THE_MONTH; guest += 1) {
    const came = end - DAY - Math.floor(dice.next() * 29 * DAY);
    const entries = guestEntries(dice, app.keys, 1_000 + guest, newEmail(), came);
    const help = helpFor(entries, guest, actorFor(admin, staff.visitor));
    for (const entry of [...entries, ...help]) happened.push({ at: entry.at, entry });
    const kept = resultIn(entries, guest);
    if (kept !== null)
      on(kept.result.at, () => app.db.transaction().execute((trx) => recordVerified(trx, kept.result, kept.pass)));
  }
  for (let index = 0; index < GUESTS_OF_TODAY; index += 1) {
    const came = end - 12 * MINUTE - Math.floor((index / GUESTS_OF_TODAY) * 20 * HOUR);
    on(came, () => visit({ url, clock, dice, mailbox, index, email: newEmail() }));
  }

  const cookies: string[] = [];
  const present = accounts.filter(({ signIns }) => (signIns.at(-1) ?? 0) > end - DAY).slice(0, ONLINE);
  for (const [index, account] of present.entries())
    on(end - (9 * MINUTE * (present.length - index)) / present.length, async () => {
      cookies.push(await signIn(app, clock, userOf(account), visitorAt(account.ip, account.userAgent)));
    });

  for (const account of accounts) {
    const user = userOf(account);
    const created = { change: 'created', user: user.id, username: user.username } as const;
    const made = { ...actorFor(admin, staff.visitor), action: 'profile_update', details: created } as const;
    for (const entry of [{ ...made, at: account.createdAt }, ...entriesOf(dice, account, user, end)])
      happened.push({ at: entry.at, entry });
  }
  await writeMailTimes(app, dice, end);
  await tell(app, clock, happened);
  clock.moveTo(end);
  await app.presence.settle();
  await app.notifications.settle();
  return { cookies, nextGuest: GUESTS_OF_TODAY };
}

/** Domain, number of guests in the last day, and about how many seconds their emails took. */
const MAIL_OF_TODAY = [
  ['gmail.com', 64, 24],
  ['outlook.com', 41, 52],
  ['gmx.net', 33, 31],
  ['icloud.com', 27, 38],
  ['proton.me', 22, 21],
] as const;

/** These are too many emails to send, so only their delivery times are written. */
async function writeMailTimes({ db, deliveryTimes }: App, dice: Dice, end: number): Promise<void> {
  const rows = MAIL_OF_TODAY.flatMap(([domain, cases, seconds]) =>
    Array.from({ length: cases }, (_, index) => ({
      id: `${domain}-${index}`,
      domain,
      verified_at: end - Math.floor(dice.next() * 20 * HOUR),
      took_ms: Math.round(seconds * 1000 * (0.4 + dice.next() ** 2 * 2)),
    })),
  );
  await db.insertInto('mail_times').values(rows).execute();
  await deliveryTimes.read();
}

async function tell({ db }: App, clock: DemoClock, happened: readonly Happened[]): Promise<void> {
  let entries: Entry[] = [];
  const write = async () => {
    if (entries.length > 0) await db.transaction().execute((trx) => recordActivities(trx, entries));
    entries = [];
  };
  for (const what of happened.toSorted((one, other) => one.at - other.at)) {
    clock.moveTo(what.at);
    if ('entry' in what) entries.push(what.entry);
    else {
      await write();
      await what.run();
    }
  }
  await write();
}

type Settings = Record<string, unknown>;

async function changeSettings(staff: Staff, by: string, change: Settings): Promise<void> {
  const { supportContact: _, ...current } = await staff.act<Settings>(by, '/api/admin/settings');
  await staff.act(by, '/api/admin/settings', { method: 'POST', body: { ...current, ...change } });
}

/** At that time there is one admin, so no second one has to confirm the exit. */
const settingsOfTheBeginning = (staff: Staff) =>
  changeSettings(staff, ADMIN, { exitUrl: 'https://www.example.org/welcome', supportContact: 'support@example.com' });

const settingsOfLately = (staff: Staff) =>
  changeSettings(staff, COLLEAGUES[0].username, {
    codePromptMessage: 'Please enter the code from our newest email',
  });
