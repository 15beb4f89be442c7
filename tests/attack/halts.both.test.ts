import { describe, expect, test } from 'vitest';
import type { HelpRow } from '../../server/db/tables.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { setExit } from '../support/exit.ts';
import { askForCode, guestIdOf, guestInFlow, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { messageRow } from '../support/message-row.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const HELP = '/api/guest/help';
const HERE = '198.51.100.7';
const DAY_MS = 24 * 60 * 60 * 1000;
/** The most halts that the server keeps. */
const HALTS_MAX = 20_000;

const ask = (client: HttpClient, reason: string) => client.post(HELP, { reason });
const halt = async (client: HttpClient) =>
  expect((await ask(client, 'told_to_come')).json()).toMatchObject({ reason: 'told_to_come', halted: true });
const resume = async (client: HttpClient) =>
  expect((await client.request({ method: 'DELETE', url: HELP })).statusCode).toBe(200);

/** The prompt and the redirect that this browser gets. */
const received = async (client: HttpClient) => [
  (await client.get('/api/guest/check-prompt')).json().message,
  (await client.get('/api/guest/check-redirect')).json().redirect,
];
const NOTHING = [null, null];

/** On a page where every message is possible. */
const guestAt = (app: TestApp, ip: string) => guestInFlow(app, { ip, page: 'Verify Code Page' });

/** Sends every kind of message to the browser and to its IP address; returns the statuses. */
async function sendEverything(app: TestApp, admin: HttpClient, guestId: string, guestIp: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const target of [{ guestId }, { guestIp, isGuestRedirect: true }])
    for (const [path, body] of [
      ['/api/admin/guest-prompt', { prompt: 'code' }],
      ['/api/admin/redirects', { destinationPath: '/user/email-entry' }],
      ['/api/admin/redirects', { exit: true }],
    ] as const) {
      app.clock.advance(10_000);
      statuses.push((await admin.post(path, { ...body, ...target })).statusCode);
    }
  return statuses;
}
const REFUSED = Array(6).fill(409);

async function fill(app: TestApp, rows: readonly HelpRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await app.db
      .insertInto('guest_help')
      .values(rows.slice(from, from + 500))
      .execute();
  await app.help.load();
}

/** Each from a network of its own. */
const fakeRows = (count: number, at: number, halted: boolean): HelpRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `fake-${index}`,
    ip_address: `203.${Math.floor(index / 250)}.${index % 250}.1`,
    reason: halted ? 'told_to_come' : 'no_mail',
    asked_at: at + index,
    halted_at: halted ? at + index : null,
    updated_at: at + index,
  }));

const rowsOf = async ({ db }: TestApp, which: 'is' | 'is not') =>
  (await db.selectFrom('guest_help').select('id').where('halted_at', which, null).execute()).length;

async function start(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  return { app, admin };
}

describe('A halt', () => {
  test('A halt survives a flood of help requests from many networks', async () => {
    const { app, admin } = await start();
    const { client, id } = await guestAt(app, HERE);
    await halt(client);
    app.clock.advance(1_000);
    await fill(app, fakeRows(4_999, app.clock.now(), false));
    for (let network = 0; network < 20; network += 1) {
      const stranger = app.client({ ip: `2001:db8:${network.toString(16)}::1` });
      await stranger.get(HELP);
      expect((await ask(stranger, 'no_mail')).statusCode).toBe(200);
    }
    expect(await rowsOf(app, 'is')).toBeLessThanOrEqual(5_000);
    expect((await client.get(HELP)).json()).toMatchObject({ halted: true });
    expect(await sendEverything(app, admin, id, HERE)).toEqual(REFUSED);
    expect(await received(client)).toEqual(NOTHING);
    await resume(client);
    expect(await received(client)).toEqual(NOTHING);
  });

  test('A halt in the database counts before the process has heard of it, and so does a withdrawn message', async () => {
    const { app, admin } = await start();
    const { client, id } = await guestAt(app, HERE);
    await admin.post('/api/admin/guest-prompt', { guestId: id, prompt: 'code' });
    await admin.post('/api/admin/redirects', { guestId: id, exit: true, isPersistent: true });
    // On SQLite the only process knows every halt, so it shows a prompt again without asking the database.
    const canHaveOthers = app.database.env.DATABASE_URL !== undefined;
    if (canHaveOthers) expect((await client.get('/api/guest/check-prompt')).json().showPrompt).toBe(true);
    await askForCode(app, client);
    const mails = async () => (await app.db.selectFrom('outbox').select('id').execute()).length;
    // Written by another process, whose event has not arrived yet.
    const at = app.clock.now();
    const row = { id, ip_address: HERE, reason: 'told_to_come', asked_at: at, halted_at: at, updated_at: at } as const;
    await app.db.insertInto('guest_help').values(row).execute();
    expect(app.help.isHalted(id)).toBe(false);
    expect(await received(client)).toEqual(NOTHING);
    expect(await sendEverything(app, admin, id, HERE)).toEqual(REFUSED);
    expect((await admin.post(`/api/admin/guests/${id}/resend`)).statusCode).toBe(409);
    expect(await mails()).toBe(1);
    for (const table of ['guest_help', 'guest_messages'] as const) await app.db.deleteFrom(table).execute();
    expect(app.messages.waitingFor({ guestId: id, ipAddress: HERE }).prompt).toBe('code');
    expect(await received(client)).toEqual(NOTHING);
  });

  test('A halt whose answer was lost stops a persistent redirect of the IP address', async () => {
    const { app, admin } = await start();
    const toEntry = { guestIp: HERE, isGuestRedirect: true, destinationPath: '/user/email-entry', isPersistent: true };
    expect((await admin.post('/api/admin/redirects', toEntry)).statusCode).toBe(200);
    const { client } = await guestAt(app, HERE);
    const redirect = async () => (await received(client))[1];
    expect(await redirect()).toBe('/user/email-entry');
    await halt(client);
    client.cookies.delete('halt');
    expect(await redirect()).toBeNull();
    expect(await redirect()).toBeNull();
  });

  test('A code that staff sent again, and that still waits, is not emailed after a halt', async () => {
    const smtp = await TestSmtp.start();
    const { app, admin } = await start({ SMTP_URL: smtp.url });
    const { client, id } = await guestAt(app, HERE);
    await askForCode(app, client);
    await smtp.mail();
    await smtp.close();
    app.clock.advance(120_000);
    expect((await admin.post(`/api/admin/guests/${id}/resend`)).statusCode).toBe(200);
    const waiting = app.db.selectFrom('outbox').select('attempts').where('state', '=', 'queued');
    await until('it was tried in vain', async () => (await waiting.execute()).some(({ attempts }) => attempts > 0));
    await halt(client);
    await smtp.open();
    await until('none waits any more', async () => {
      app.clock.advance(5_000);
      await app.outbox.work();
      return (await waiting.execute()).length === 0;
    });
    const mails = await app.db.selectFrom('outbox').select('state').orderBy('id').execute();
    expect(mails.map(({ state }) => state)).toEqual(['sent', 'expired']);
    expect(app.messages.lastOf(id)).toMatchObject({ kind: 'resend', state: 'withdrawn' });
  });

  test('A halt survives a restart', async () => {
    const { app } = await start();
    const { client, id } = await guestAt(app, HERE);
    await halt(client);
    await app.close();
    const again = await startApp({ database: app.database });
    const admin = await signedIn(again, ADMIN);
    const back = again.client({ ip: HERE });
    for (const [name, value] of client.cookies) back.cookies.set(name, value);
    expect((await back.get(HELP)).json()).toMatchObject({ halted: true });
    expect(await sendEverything(again, admin, id, HERE)).toEqual(REFUSED);
    expect(await received(back)).toEqual(NOTHING);
  });

  test('A halt that could not be stored is stored when the guest says it again', async () => {
    const { app, admin } = await start();
    const { client, id } = await guestAt(app, HERE);
    const { halt: stored } = app.help;
    app.help.halt = () => Promise.reject(new Error('The database is away'));
    expect((await ask(client, 'told_to_come')).statusCode).toBe(500);
    app.help.halt = stored;
    // The browser knows already.
    expect((await client.get(HELP)).json()).toMatchObject({ halted: true });
    await halt(client);
    expect(await rowsOf(app, 'is not')).toBe(1);
    expect(await sendEverything(app, admin, id, HERE)).toEqual(REFUSED);
  });

  test('A halt holds for as long as the browser comes back now and then', async () => {
    const { app } = await start();
    const view = (client: HttpClient) => client.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    /** The days that a browser keeps these cookies. */
    const keptFor = ({ cookies }: Awaited<ReturnType<HttpClient['get']>>) =>
      cookies.map(({ name, maxAge }) => [name, (maxAge ?? 0) / 86_400]).sort();
    const both = [
      ['guest', 400],
      ['halt', 400],
    ];
    const { client, id } = await guestAt(app, HERE);
    expect(keptFor(await view(client))).toEqual([]);
    expect(keptFor(await ask(client, 'told_to_come'))).toEqual(both);
    for (let visit = 0; visit < 3; visit += 1) {
      app.clock.advance(300 * DAY_MS);
      expect(keptFor(await view(client))).toEqual(both);
      await app.sweep();
    }
    expect((await client.get(HELP)).json()).toMatchObject({ halted: true });
    expect(await rowsOf(app, 'is not')).toBe(1);
    expect(await sendEverything(app, await signedIn(app, ADMIN), id, HERE)).toEqual(REFUSED);
    // From before browsers kept theirs.
    client.cookies.delete('halt');
    expect(keptFor(await view(client))).toEqual(both);

    await fill(app, fakeRows(HALTS_MAX, app.clock.now(), true));
    const { client: other } = await guestAt(app, '192.0.2.9');
    expect(keptFor(await ask(other, 'told_to_come'))).toEqual(both);
    app.clock.advance(300 * DAY_MS);
    expect(keptFor(await view(other))).toEqual(both);
    expect((await other.get(HELP)).json()).toMatchObject({ halted: true });
  });

  test('A halt survives a new server key, whether or not the server stored it', async () => {
    const { app } = await start();
    const stored = await guestAt(app, HERE);
    await halt(stored.client);
    await fill(app, fakeRows(HALTS_MAX, app.clock.now(), true));
    const kept = await guestAt(app, HERE);
    await halt(kept.client);
    await app.close();
    const env = { SECRET_KEY: 'another-key-that-is-long-enough-too', SECRET_KEY_OLD: TEST_KEY };
    const again = await startApp({ database: app.database, env });
    const admin = await signedIn(again, ADMIN);
    for (const { client } of [stored, kept]) {
      const back = again.client({ ip: HERE });
      for (const [name, value] of client.cookies) back.cookies.set(name, value);
      expect((await back.get(HELP)).json()).toMatchObject({ reason: 'told_to_come', halted: true });
      await reportPage(back, 'Verify Code Page');
      await again.presence.settle();
      again.clock.advance(10_000);
      const sent = { guestId: guestIdOf(again, back), prompt: 'code' };
      expect((await admin.post('/api/admin/guest-prompt', sent)).statusCode).toBe(200);
      expect(await received(back)).toEqual(NOTHING);
      await resume(back);
      expect((await back.get(HELP)).json()).toMatchObject({ halted: false });
    }
  });

  test('An admin who deletes logs and shortens the retention removes neither the halt nor its audit entry', async () => {
    const { app, admin } = await start({ AUDIT_RETENTION_DAYS: '90' });
    const { client, id } = await guestAt(app, HERE);
    await halt(client);
    const entries = async () =>
      (await app.db.selectFrom('activity').select('details').where('guest_id', '=', id).execute()).map(({ details }) =>
        JSON.parse(details ?? '{}'),
      );
    const logs: { id: string }[] = (await admin.get('/api/admin/guest-logs')).json();
    const deleted = await admin.request({
      method: 'DELETE',
      url: '/api/admin/guest-logs',
      payload: { logIds: logs.map((log) => log.id) },
    });
    expect([logs.length, deleted.json()]).toEqual([2, { deletedCount: 1 }]);
    const haltEntry = [{ help: 'halted', reason: 'told_to_come' }];
    expect(await entries()).toEqual(haltEntry);
    const settings = (await admin.get('/api/admin/settings')).json();
    const shortest = { ...settings, activityRetentionDays: 1, guestRetentionDays: 1 };
    expect((await admin.post('/api/admin/settings', shortest)).statusCode).toBe(200);
    app.clock.advance(89 * DAY_MS);
    await app.sweep();
    expect(await entries()).toEqual(haltEntry);
    const later = await signedIn(app, ADMIN);
    expect((await later.get('/api/admin/audit?kind=told%20to%20come')).json()).toMatchObject([
      { details: haltEntry[0] },
    ]);
    expect(await sendEverything(app, later, id, HERE)).toEqual([404, 404, 404, 409, 409, 409]);
    expect(await received(client)).toEqual(NOTHING);
    app.clock.advance(2 * DAY_MS);
    await app.sweep();
    expect(await entries()).toEqual([]);
  });
});

describe('A flood of halts', () => {
  test('A full table keeps all its halts, and the next browser keeps its halt in a cookie', async () => {
    const { app, admin } = await start();
    await fill(app, fakeRows(HALTS_MAX, app.clock.now(), true));
    const { client, id } = await guestAt(app, HERE);
    await ask(client, 'no_mail');
    await admin.post('/api/admin/guest-prompt', { guestId: id, prompt: 'code' });
    await halt(client);
    expect([await rowsOf(app, 'is'), await rowsOf(app, 'is not')]).toEqual([0, HALTS_MAX]);
    expect(app.messages.waitingFor({ guestId: id, ipAddress: HERE }).prompt).toBeNull();
    for (const reason of ['no_mail', 'told_to_come'])
      expect((await ask(client, reason)).json()).toMatchObject({ reason: 'told_to_come', halted: true });
    expect((await client.get(HELP)).json()).toMatchObject({ reason: 'told_to_come', halted: true });
    // The server does not know of the halt, so it accepts the messages.
    expect(await sendEverything(app, admin, id, HERE)).toEqual(Array(6).fill(200));
    expect(await received(client)).toEqual(NOTHING);
    await resume(client);
    expect(await received(client)).toEqual(NOTHING);
    expect((await client.get(HELP)).json()).toMatchObject({ reason: null, halted: false });
    const entries = await app.db.selectFrom('activity').select('details').where('action', '=', 'help').execute();
    expect(entries.map(({ details }) => JSON.parse(details ?? '{}').help)).toEqual([
      'asked',
      'halted',
      'halted',
      'went on',
    ]);
    app.clock.advance(10_000);
    await admin.post('/api/admin/guest-prompt', { guestId: id, prompt: 'code' });
    expect(await received(client)).not.toEqual(NOTHING);
  });

  test('One network stores 60 halts at most, and none of its halted guests gets a message', async () => {
    const { app } = await start({ ROW_BUDGET: '1000' });
    const guests = [];
    for (let count = 0; count < 70; count += 1) {
      const guest = app.client({ ip: HERE });
      await guest.get(HELP);
      await halt(guest);
      guests.push(guest);
    }
    expect(await rowsOf(app, 'is not')).toBe(60);
    const entries = await app.db.selectFrom('activity').select('id').where('action', '=', 'help').execute();
    expect(entries.length).toBeLessThanOrEqual(25);
    // A prompt to the whole IP address.
    const text = app.settings.current.emailPromptMessage;
    const prompt = { id: 'sent', guest_ip: HERE, kind: 'prompt', prompt: 'email', text } as const;
    await app.db
      .insertInto('guest_messages')
      .values(messageRow({ ...prompt, created_at: app.clock.now() }))
      .execute();
    await app.messages.load();
    for (const guest of guests) expect(await received(guest)).toEqual(NOTHING);
    const stranger = app.client({ ip: HERE });
    expect(await received(stranger)).toEqual([text, null]);
  });

  /** Entries and warnings about halts. */
  async function toldStaff(app: TestApp, admin: HttpClient): Promise<[number, string[]]> {
    await app.notifications.settle();
    const entries = await app.db.selectFrom('activity').select('details').where('action', '=', 'help').execute();
    const halts = entries.filter(({ details }) => JSON.parse(details ?? '{}').help === 'halted');
    const notifications: { message: string }[] = (await admin.get('/api/admin/notifications?type=security')).json();
    return [halts.length, notifications.map(({ message }) => /from (\S+)/.exec(message)?.[1] ?? '')];
  }

  test('A network without row budget cannot hide a halt from staff', async () => {
    const { app, admin } = await start({ ROW_BUDGET: '1000' });
    for (let times = 0; times < 30; times += 1)
      await app.client({ ip: HERE }).post('/api/guest/submit-email', { email: 'spent@example.com' });
    const client = app.client({ ip: HERE });
    await client.get(HELP);
    await halt(client);
    expect(await toldStaff(app, admin)).toEqual([1, ['198.51.100.0/24']]);
  });

  test('Of halts that only browsers keep, staff hear once an hour and network', async () => {
    const { app, admin } = await start();
    for (let times = 0; times < 60; times += 1) {
      const { client } = await guestAt(app, HERE);
      await ask(client, 'no_mail');
    }
    const haltOne = async () => {
      const { client } = await guestAt(app, HERE);
      await halt(client);
      expect(client.cookies.has('halt')).toBe(true);
    };
    await haltOne();
    expect(await toldStaff(app, admin)).toEqual([1, ['198.51.100.0/24']]);
    for (let times = 0; times < 5; times += 1) await haltOne();
    expect(await toldStaff(app, admin)).toEqual([1, ['198.51.100.0/24']]);
    expect(await rowsOf(app, 'is not')).toBe(0);
  });

  test('A neighbour cannot use up the limit that a guest with a code needs for a halt', async () => {
    const { app, admin } = await start();
    const [before, after] = [await guestAt(app, HERE), await guestAt(app, HERE)];
    await askForCode(app, before.client);
    for (let times = 0; times < 60; times += 1) {
      const { client } = await guestAt(app, HERE);
      await ask(client, times === 0 ? 'told_to_come' : 'no_mail');
    }
    await halt(before.client);
    await halt(after.client);
    // Stored as soon as this guest has asked for a code.
    await askForCode(app, after.client);
    await reportPage(after.client, 'Verify Code Page');
    const [entries] = await toldStaff(app, admin);
    expect(entries).toBe(3);
    const mails = async () => (await app.db.selectFrom('outbox').select('id').execute()).length;
    for (const { client, id } of [before, after]) {
      app.clock.advance(120_000);
      expect((await admin.post(`/api/admin/guests/${id}/resend`)).statusCode).toBe(409);
      expect((await admin.post('/api/admin/guest-prompt', { guestId: id, prompt: 'new-code' })).statusCode).toBe(409);
      expect(await mails()).toBe(2);
      await resume(client);
    }
    expect((await admin.post(`/api/admin/guests/${after.id}/resend`)).statusCode).toBe(200);
  });

  test('A guest with a code who has asked for help again and again is halted for staff too', async () => {
    const { app, admin } = await start();
    const { client, id } = await guestAt(app, HERE);
    await askForCode(app, client);
    for (let times = 0; times < 10; times += 1) await ask(client, times % 2 === 0 ? 'no_mail' : 'wrong_address');
    await halt(client);
    expect(await rowsOf(app, 'is not')).toBe(1);
    expect(await toldStaff(app, admin)).toEqual([1, ['198.51.100.0/24']]);
    app.clock.advance(120_000);
    expect((await admin.post(`/api/admin/guests/${id}/resend`)).statusCode).toBe(409);
  });

  test('A broken halt cookie is none', async () => {
    const { app } = await start();
    const { client } = await guestAt(app, HERE);
    for (const value of ['', 'x', '-1', '1e9', '9'.repeat(20)]) {
      client.cookies.set('halt', value);
      expect((await client.get(HELP)).json()).toMatchObject({ halted: false });
    }
  });
});
