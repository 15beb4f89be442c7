import { describe, expect, test } from 'vitest';
import { HELP_WORDS } from '../../../../contract/guests/help.rules.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';
import { guestTag, publicGuestId } from '../../../visitor/guest-id.ts';
import { presentHelp } from './presenter.ts';

const HELP = '/api/guest/help';
const NOTHING = { reason: null, since: null, attended: false, halted: false, warned: false };
const DAY_MS = 24 * 60 * 60 * 1000;

/** A browser that has opened a page. */
async function guestOf(app: TestApp, ip?: string): Promise<HttpClient> {
  const client = app.client(ip === undefined ? {} : { ip });
  expect((await client.get(HELP)).json()).toEqual(NOTHING);
  return client;
}

const idOf = (app: TestApp, client: HttpClient) =>
  publicGuestId(app.keys, (client.cookies.get('guest') as string).split('.')[0] as string);
const ask = (client: HttpClient, reason: string) => client.post(HELP, { reason });
const withdraw = (client: HttpClient) => client.request({ method: 'DELETE', url: HELP });
const stateOf = async (client: HttpClient) => (await client.get(HELP)).json();

const entriesOf = async (app: TestApp, guestId: string) =>
  (
    await app.db
      .selectFrom('activity')
      .select(['user_id', 'details', 'guest_id'])
      .where('action', '=', 'help')
      .where('guest_id', '=', guestId)
      .orderBy('id')
      .execute()
  ).map(({ details }) => JSON.parse(details ?? 'null'));

async function notificationsOf(app: TestApp, type: string) {
  await app.notifications.settle();
  const admin = await signedIn(app, ADMIN);
  return (await admin.get(`/api/admin/notifications?type=${type}`)).json();
}

describe('A guest who asks for help', () => {
  test('A request for help shows the guest as here, however long the page was silent', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { client } = await guestInFlow(app);
    app.clock.advance(60_000);
    expect((await admin.get('/api/admin/guests')).json()).toMatchObject([{ presence: 'gone', stuck: null }]);
    await ask(client, 'no_mail');
    expect((await admin.get('/api/admin/guests?view=needs-help')).json()).toMatchObject([
      { presence: 'here', stuck: { reason: 'asked_for_help' } },
    ]);
  });

  test('A guest asks for help, changes the reason and withdraws it', async () => {
    const app = await startApp();
    const guest = await guestOf(app, '203.0.113.9');
    const other = await guestOf(app, '203.0.113.9');
    const since = new Date(app.clock.now()).toISOString();
    const asked = { reason: 'no_mail', since, attended: false, halted: false, warned: false };
    expect((await ask(guest, 'no_mail')).json()).toEqual(asked);
    expect(await stateOf(guest)).toEqual(asked);
    expect(await stateOf(other)).toEqual(NOTHING);

    app.clock.advance(20_000);
    await ask(guest, 'no_mail');
    expect((await ask(guest, 'code_refused')).json()).toEqual({ ...asked, reason: 'code_refused' });
    expect(app.help.of(idOf(app, guest))).toMatchObject({ reason: 'code_refused', ip_address: '203.0.113.9' });
    expect((await withdraw(guest)).json()).toEqual({ success: true });
    expect((await withdraw(guest)).json()).toEqual({ success: true });
    expect(await stateOf(guest)).toEqual(NOTHING);
    expect(await app.db.selectFrom('guest_help').selectAll().execute()).toEqual([]);
    expect(await entriesOf(app, idOf(app, guest))).toEqual([
      { help: 'asked', reason: 'no_mail' },
      { help: 'asked', reason: 'code_refused' },
      { help: 'withdrawn', reason: 'code_refused' },
    ]);
    // However often it was clicked.
    expect(await notificationsOf(app, 'help_request')).toMatchObject([
      {
        severity: 'warning',
        title: 'A guest asked for help',
        message: `Guest ${guestTag(idOf(app, guest))} (203.0.113.9) says "${HELP_WORDS.code_refused}"`,
        count: 2,
      },
    ]);
  });

  test.for(['', 'my bank sent me 493817', null, 5, ['no_mail']])(
    'A request has one of four reasons and no text: %j',
    async (reason) => {
      const app = await startApp();
      const guest = await guestOf(app);
      const answer = await guest.post(HELP, { reason, message: 'My code is 493817', text: '493817' });
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Please choose what you need help with']);
      expect(await stateOf(guest)).toEqual(NOTHING);
    },
  );

  test('Text sent along with a request is not stored', async () => {
    const app = await startApp();
    const guest = await guestOf(app);
    await guest.post(HELP, { reason: 'no_mail', message: 'My code is 493817' });
    await app.notifications.settle();
    for (const table of ['guest_help', 'activity', 'notifications'] as const)
      expectUnsaid('493817', JSON.stringify(await app.db.selectFrom(table).selectAll().execute()));
    expect(app.logged.join('')).not.toContain('My code is');
  });

  test('Only a browser with a cookie can ask for help', async () => {
    const app = await startApp();
    const stranger = app.client();
    expect((await ask(stranger, 'no_mail')).json().error).toBe('guest_not_found');
    expect((await withdraw(stranger)).statusCode).toBe(404);
    stranger.cookies.set('guest', 'made.0.up');
    expect((await ask(stranger, 'no_mail')).statusCode).toBe(404);
    expect(await app.db.selectFrom('guest_help').selectAll().execute()).toEqual([]);
  });

  test('A request survives a restart, for a day', async () => {
    const app = await startApp();
    const guest = await guestOf(app);
    await ask(guest, 'wrong_address');
    const id = idOf(app, guest);
    await app.close();
    const again = await startApp({ database: app.database });
    expect(again.help.of(id)?.reason).toBe('wrong_address');
    again.clock.advance(DAY_MS + 60_000);
    await again.sweep();
    await until('it is forgotten', async () => again.help.of(id) === undefined);
    expect(await again.db.selectFrom('guest_help').selectAll().execute()).toEqual([]);
  });

  test('The right code ends a request for help', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const guest = await guestOf(app);
    const email = 'guest@example.com';
    await guest.post('/api/user/send-verification-code', { email });
    await ask(guest, 'code_refused');
    const code = codeIn(await smtp.mail());
    await guest.post('/api/user/verify-code', { email, code: code === '000000' ? '111111' : '000000' });
    expect((await stateOf(guest)).reason).toBe('code_refused');
    expect((await guest.post('/api/user/verify-code', { email, code })).statusCode).toBe(200);
    expect(await stateOf(guest)).toEqual(NOTHING);
  });

  test('After ten requests in ten minutes a guest reads how long to wait', async () => {
    const app = await startApp();
    const guest = await guestOf(app);
    for (let times = 0; times < 10; times += 1)
      expect((await ask(guest, times % 2 === 0 ? 'no_mail' : 'code_refused')).statusCode).toBe(200);
    const refused = await ask(guest, 'no_mail');
    expect([refused.statusCode, refused.json().retryAfter]).toEqual([429, 600]);
    expect((await stateOf(guest)).reason).toBe('code_refused');
    // Needing none is never refused.
    expect((await withdraw(guest)).statusCode).toBe(200);
    app.clock.advance(600_000);
    expect((await ask(guest, 'no_mail')).statusCode).toBe(200);
  });

  test.for([
    ['nothing asked', undefined, true, NOTHING],
    ['nobody there', { halted_at: null }, false, { reason: 'no_mail', attended: false, halted: false }],
    ['somebody there', { halted_at: null }, true, { reason: 'no_mail', attended: true, halted: false }],
    ['halted', { halted_at: 5 }, true, { attended: false, halted: true, warned: true }],
  ] as const)('A guest reads whether a helper is assigned: %s', ([, halted, isAttended, state]) => {
    const row = { id: 'a', ip_address: '203.0.113.9', reason: 'no_mail', asked_at: 5, updated_at: 5 } as const;
    expect(presentHelp(halted && { ...row, ...halted }, isAttended)).toMatchObject(state);
  });
});

describe('A guest whom somebody told to come here', () => {
  test('A halted guest stays halted whatever else they ask for, until they go on', async () => {
    const app = await startApp();
    const guest = await guestOf(app, '203.0.113.9');
    const other = await guestOf(app, '203.0.113.9');
    const id = idOf(app, guest);
    expect((await ask(guest, 'told_to_come')).json()).toMatchObject({ reason: 'told_to_come', halted: true });
    expect([app.help.isHalted(id), app.help.isHalted(idOf(app, other))]).toEqual([true, false]);
    // Asking for something else, in another tab, is not going on.
    app.clock.advance(1_000);
    expect((await ask(guest, 'no_mail')).json()).toMatchObject({ reason: 'told_to_come', halted: true });
    expect((await withdraw(guest)).statusCode).toBe(200);
    expect(await stateOf(guest)).toEqual(NOTHING);
    expect(await entriesOf(app, id)).toEqual([
      { help: 'halted', reason: 'told_to_come' },
      { help: 'went on', reason: 'told_to_come' },
    ]);
  });

  test('Past the limit of halts the browser keeps the halt itself', async () => {
    const app = await startApp();
    const guest = await guestOf(app, '203.0.113.9');
    for (let times = 0; times < 12; times += 1) {
      // The admins are notified of those that are stored; only then does the page say so.
      const halted = { reason: 'told_to_come', halted: true, warned: times < 10 };
      expect((await ask(guest, 'told_to_come')).json()).toMatchObject(halted);
      expect(await stateOf(guest)).toMatchObject(halted);
      expect((await withdraw(guest)).statusCode).toBe(200);
      expect(await stateOf(guest)).toEqual(NOTHING);
    }
    expect((await ask(guest, 'no_mail')).statusCode).toBe(429);
  });

  test('A halt calls no helper and warns all admins with time and address range', async () => {
    const app = await startApp();
    const guest = await guestOf(app, '203.0.113.9');
    const elsewhere = await guestOf(app, '2001:db8:7:1::9');
    await ask(guest, 'told_to_come');
    await ask(elsewhere, 'told_to_come');
    expect(await notificationsOf(app, 'help_request')).toEqual([]);
    const warnings = await notificationsOf(app, 'security');
    const time = new Date(app.clock.now()).toISOString().slice(0, 16).replace('T', ' ');
    expect(warnings).toHaveLength(2);
    for (const range of ['203.0.113.0/24', '2001:db8:7::/48'])
      expect(warnings).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          title: 'A guest chose “Somebody told me to come here”',
          message: expect.stringContaining(`At ${time} UTC a guest from ${range} said that somebody told them`),
          metadata: {},
        }),
      );
    expect(JSON.stringify(warnings)).not.toMatch(/203\.0\.113\.9|7:1::9/);
  });

  test('A halt survives a restart, a right code and the retention of guest data', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, AUDIT_RETENTION_DAYS: '90' } });
    const guest = await guestOf(app);
    const id = idOf(app, guest);
    const email = 'guest@example.com';
    await guest.post('/api/user/send-verification-code', { email });
    await ask(guest, 'told_to_come');
    expect((await guest.post('/api/user/verify-code', { email, code: codeIn(await smtp.mail()) })).statusCode).toBe(
      200,
    );
    expect(app.help.isHalted(id)).toBe(true);
    const admin = await signedIn(app, ADMIN);
    const settings = (await admin.get('/api/admin/settings')).json();
    const shortest = { ...settings, activityRetentionDays: 1, guestRetentionDays: 1 };
    expect((await admin.post('/api/admin/settings', shortest)).statusCode).toBe(200);
    await app.close();
    const again = await startApp({ database: app.database, env: { AUDIT_RETENTION_DAYS: '90' } });
    for (const days of [2, 87]) {
      again.clock.advance(days * DAY_MS);
      await again.sweep();
      expect(again.help.isHalted(id)).toBe(true);
      expect(await entriesOf(again, id)).toEqual([{ help: 'halted', reason: 'told_to_come' }]);
    }
    again.clock.advance(2 * DAY_MS);
    await again.sweep();
    await until('it is forgotten', async () => !again.help.isHalted(id));
    expect(await entriesOf(again, id)).toEqual([]);
  });
});
