import { describe, expect, test } from 'vitest';
import type { Guest, TimelineEntry } from '../../../../contract/guests/guests.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { detail } from '../../../../tests/support/detail.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { adminSocket } from '../../../../tests/support/live-socket.ts';
import { messageRow } from '../../../../tests/support/message-row.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';

const SECOND = 1_000;
const EMAIL = 'mira.1985@company.com';
const MASKED = 'm…@c…y.com';
const WRONG = '000000';

const view = (guest: HttpClient, page = 'Email Entry Page') => guest.post('/api/guest/log-activity', { page });
const poll = (guest: HttpClient) => guest.get('/api/guest/check-prompt');
const tryCode = (guest: HttpClient, code: string) => guest.post('/api/user/verify-code', { email: EMAIL, code });
const guestsOf = async (admin: HttpClient, query = '') =>
  (await admin.get(`/api/admin/guests${query}`)).json() as Guest[];

/** A portal with a mail server, and what its list says of the only guest after every process has read what is new. */
async function portal() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const admin = await signedIn(app, ADMIN);
  const only = async () => {
    await app.presence.settle();
    const [guest] = await guestsOf(admin);
    return guest as Guest;
  };
  return { smtp, app, admin, only };
}

/** Asks for a code, and waits until its mail is sent or has failed. */
async function askForCode(app: TestApp, guest: HttpClient, email = EMAIL) {
  expect((await guest.post('/api/guest/submit-email', { email })).statusCode).toBe(200);
  expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
  await view(guest, 'Verify Code Page');
  await until('its mail is done', async () => {
    const rows = await app.db.selectFrom('outbox').select('state').where('recipient', '=', email).execute();
    return rows.every(({ state }) => state === 'sent' || state === 'failed');
  });
}

/** Time in which the page goes on asking. */
async function wait(app: TestApp, guest: HttpClient, seconds: number) {
  for (let left = seconds; left > 0; left -= 10) {
    app.clock.advance(Math.min(left, 10) * SECOND);
    await poll(guest);
  }
}

describe("A guest's progress", () => {
  test("A guest has an outcome, a page, a masked address and the rest of the code's time", async () => {
    const { smtp, app, admin, only } = await portal();
    const guest = app.client();
    await view(guest);
    expect(await only()).toMatchObject({ email: null, outcome: 'none', outcomeAt: null, code: null, mail: null });
    await askForCode(app, guest);
    const sent = app.clock.now();
    const iso = (time: number) => new Date(time).toISOString();
    expect(await only()).toMatchObject({
      email: MASKED,
      outcome: 'trying',
      code: { expiresAt: iso(sent + 300 * SECOND), triesLeft: 3 },
      mail: { state: 'sent', error: null },
    });
    await wait(app, guest, 10);
    await tryCode(guest, WRONG);
    expect(await only()).toMatchObject({
      outcome: 'refused',
      outcomeAt: iso(sent + 10 * SECOND),
      code: { triesLeft: 2 },
      stuck: null,
    });
    await tryCode(guest, codeIn(await smtp.mail()));
    await view(guest);
    expect(await only()).toMatchObject({ page: 'Email Entry Page', outcome: 'verified', code: null, email: MASKED });
    expect(await guestsOf(admin, '?view=verified')).toHaveLength(1);
    // A guest who starts anew is trying again.
    await askForCode(app, guest, 'other@company.com');
    expect(await only()).toMatchObject({ outcome: 'trying' });
    await wait(app, guest, 300);
    expect(await only()).toMatchObject({ outcome: 'expired', outcomeAt: iso(sent + 310 * SECOND) });
  });

  detail('Progress is known after a restart, and when the guest comes back', async () => {
    const { app } = await portal();
    const guest = app.client();
    await view(guest);
    await askForCode(app, guest);
    await tryCode(guest, WRONG);
    await app.close();
    const next = await startApp({ database: app.database });
    const [shown] = await guestsOf(await signedIn(next, ADMIN));
    expect(shown).toMatchObject({ email: MASKED, outcome: 'refused', code: { triesLeft: 2 }, mail: { state: 'sent' } });
  });
});

describe('A stuck guest', () => {
  test('A guest is stuck from the moment the email was rejected', async () => {
    const { smtp, app, only } = await portal();
    smtp.behaviour = 'permanent-failure';
    const guest = app.client();
    await view(guest);
    await askForCode(app, guest);
    await until('it is seen', async () => (await only()).mail?.state === 'refused');
    expect((await only()).stuck).toEqual({ reason: 'mail_failed', since: new Date(app.clock.now()).toISOString() });
    smtp.behaviour = 'accept';
    await askForCode(app, guest, 'right@company.com');
    await until('the next one is seen', async () => (await only()).mail?.state === 'sent');
    expect((await only()).stuck).toBeNull();
  });

  test('A guest is stuck 90 seconds after the email was accepted without a try', async () => {
    const { app, only } = await portal();
    const guest = app.client();
    await view(guest);
    await askForCode(app, guest);
    await until('it is seen', async () => (await only()).mail?.state === 'sent');
    const sent = app.clock.now();
    await wait(app, guest, 89);
    expect((await only()).stuck).toBeNull();
    await wait(app, guest, 1);
    const since = new Date(sent + 90 * SECOND).toISOString();
    expect((await only()).stuck).toEqual({ reason: 'no_code_tried', since });
    await tryCode(guest, WRONG);
    expect((await only()).stuck).toBeNull();
  });

  test('A guest is stuck after two wrong codes, also across a resend', async () => {
    const { smtp, app, only } = await portal();
    const guest = app.client();
    await view(guest);
    await askForCode(app, guest);
    await tryCode(guest, WRONG);
    expect((await only()).stuck).toBeNull();
    app.clock.advance(SECOND);
    await tryCode(guest, WRONG);
    const since = new Date(app.clock.now()).toISOString();
    app.clock.advance(SECOND);
    await tryCode(guest, WRONG);
    expect((await only()).stuck).toEqual({ reason: 'codes_refused', since });
    await askForCode(app, guest);
    expect((await only()).stuck).toBeNull();
    await tryCode(guest, WRONG);
    expect((await only()).stuck?.reason).toBe('codes_refused');
    await tryCode(guest, codeIn(await smtp.mail(2)));
    expect(await only()).toMatchObject({ outcome: 'verified', stuck: null });
  });

  test('A guest is stuck when the code has expired, or after three minutes on one step', async () => {
    const { app, only } = await portal();
    const guest = app.client();
    await view(guest);
    const came = app.clock.now();
    await wait(app, guest, 179);
    expect((await only()).stuck).toBeNull();
    await wait(app, guest, 1);
    expect((await only()).stuck).toEqual({
      reason: 'slow_step',
      since: new Date(came + 180 * SECOND).toISOString(),
    });
    await askForCode(app, guest);
    expect((await only()).stuck).toBeNull();
    await tryCode(guest, WRONG);
    await wait(app, guest, 300);
    expect((await only()).stuck?.reason).toBe('code_expired');
    // Who is not there cannot be helped.
    app.clock.advance(15 * SECOND);
    expect((await only()).stuck).toBeNull();
  });

  test('Open pages of staff are notified of a guest who gets stuck by time alone', async () => {
    const { app, admin } = await portal();
    const page = await adminSocket(await listening(app), admin);
    const guest = app.client();
    await view(guest);
    const told = () => page.heard.filter(({ type }) => type === 'guests_changed').length;
    await until('they are told of the guest', () => told() > 0);
    app.clock.advance(60 * SECOND);
    await guest.post('/api/guest/presence', { page: 'Email Entry Page', presence: 'away' });
    const before = told();
    await until('they are told that the guest is away', () => told() > before);
    const counts = async () => (await admin.get('/api/admin/guests/counts')).json();
    expect(await counts()).toEqual({ needsHelp: 0, here: 1, verified: 0, all: 1 });
    const silent = told();
    app.clock.advance(120 * SECOND);
    await until('they are told that the guest is stuck', () => told() > silent);
    expect(await counts()).toEqual({ needsHelp: 1, here: 1, verified: 0, all: 1 });
    const stuck = told();
    app.clock.advance(240 * SECOND);
    await until('they are told that the guest is gone', () => told() > stuck);
    expect(await counts()).toEqual({ needsHelp: 0, here: 0, verified: 0, all: 1 });
  });
});

describe('The views of the list', () => {
  test('The list has views and a search, and orders those who need help by reason and time', async () => {
    const { app, admin } = await portal();
    const [slow, slower, silent, fine] = [1, 2, 3, 4].map((index) => app.client({ ip: `203.0.113.${index}` }));
    const everybody = [slow, slower, silent, fine] as [HttpClient, HttpClient, HttpClient, HttpClient];
    const goOn = async (guests: readonly HttpClient[], seconds: number) => {
      for (let left = seconds; left > 0; left -= 10) {
        app.clock.advance(Math.min(10, left) * SECOND);
        for (const guest of guests) await poll(guest);
      }
    };
    await view(everybody[1]);
    await goOn([everybody[1]], 10);
    await view(everybody[0]);
    await goOn(everybody.slice(0, 2), 80);
    await view(everybody[2]);
    await askForCode(app, everybody[2]);
    await app.presence.settle();
    await goOn(everybody.slice(0, 3), 100);
    await view(everybody[3]);
    app.clock.advance(SECOND);
    await app.presence.settle();
    const ips = async (query: string) => (await guestsOf(admin, query)).map(({ ipAddress }) => ipAddress.at(-1));
    expect(await ips('?view=needs-help')).toEqual(['3', '2', '1']);
    expect((await ips('?view=here')).sort()).toEqual(['1', '2', '3', '4']);
    expect((await ips('')).length).toBe(4);
    expect(await ips('?view=verified')).toEqual([]);
    expect((await admin.get('/api/admin/guests/counts')).json()).toEqual({
      needsHelp: 3,
      here: 4,
      verified: 0,
      all: 4,
    });
    const [shown] = await guestsOf(admin, '?q=203.0.113.3');
    expect(shown?.email).toBe(MASKED);
    for (const q of [EMAIL, EMAIL.toUpperCase(), MASKED, shown?.tag as string, ' 203.0.113.3 '])
      expect([q, await ips(`?q=${encodeURIComponent(q)}`)]).toEqual([q, ['3']]);
    expect((await ips('?q=chrome')).length).toBe(4);
    expect(await ips('?view=needs-help&q=203.0.113.4')).toEqual([]);
    // What is masked is not found piece by piece.
    for (const q of ['mira', '1985', 'company']) expect(await ips(`?q=${q}`)).toEqual([]);
    expect((await admin.get('/api/admin/guests?view=nothing')).statusCode).toBe(400);
    expect((await everybody[0].get('/api/admin/guests')).statusCode).toBe(401);
  });

  test('One network cannot fill the view of guests who need help', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const house = Array.from({ length: 60 }, (_, index) => app.client({ ip: `2001:db8:1:2::${index.toString(16)}` }));
    for (const guest of house) await view(guest);
    const honest = app.client({ ip: '203.0.113.1' });
    await view(honest);
    for (let times = 0; times < 18; times += 1) {
      app.clock.advance(10 * SECOND);
      for (const guest of [...house, honest]) await poll(guest);
    }
    const shown = await guestsOf(admin, '?view=needs-help');
    expect(shown).toHaveLength(51);
    expect(shown.filter(({ network }) => network === null).map(({ ipAddress }) => ipAddress)).toEqual([honest.ip]);
    expect((await admin.get('/api/admin/guests/counts')).json()).toMatchObject({ needsHelp: 61 });
  });
});

describe('The timeline of a guest', () => {
  test('The timeline has steps, emails and tries, newest first, without a code or a whole address', async () => {
    const { smtp, app, admin, only } = await portal();
    const guest = app.client();
    const other = app.client({ ip: guest.ip });
    // As the page itself does: two browsers that had none would be one in the log.
    for (const client of [other, guest]) await client.get('/api/guest/state');
    await view(other);
    await view(guest);
    app.clock.advance(SECOND);
    await askForCode(app, guest);
    app.clock.advance(SECOND);
    await guest.post('/api/guest/submit-code', { email: EMAIL, code: WRONG });
    await tryCode(guest, WRONG);
    app.clock.advance(SECOND);
    await tryCode(guest, codeIn(await smtp.mail()));
    await app.presence.settle();
    const { id } = (await guestsOf(admin, `?q=${MASKED}`))[0] ?? (await only());
    const answer = await admin.get(`/api/admin/guests/${id}/timeline`);
    const entries = answer.json() as TimelineEntry[];
    expect(entries.map(({ event }) => event).slice(0, 1)).toEqual(['verified']);
    expect(entries.map(({ event }) => event).sort()).toEqual(
      [
        'opened',
        'opened',
        'address_entered',
        'mail_queued',
        'mail_sent',
        'code_tried',
        'code_refused',
        'verified',
      ].sort(),
    );
    expect(entries.find(({ event }) => event === 'address_entered')?.detail).toBe(MASKED);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(answer.body).not.toContain('mira');
    expectUnsaid(WRONG, answer.body);
    expect(entries.every(({ by, state }) => by === null && state === null)).toBe(true);
  });

  test('The timeline has each message with its state', async () => {
    const { app, admin } = await portal();
    const guest = app.client();
    await view(guest);
    const [{ id } = { id: '' }] = await guestsOf(admin);
    const at = app.clock.now();
    const own = { guest_id: id, guest_ip: guest.ip, sender_name: 'ann', is_waiting: 0 };
    const redirect = { ...own, kind: 'redirect', target: '/user/verify-code' } as const;
    const exit = { ...own, kind: 'exit', target: 'https://example.com/', text: 'Bye' } as const;
    const prompt = { ...own, kind: 'prompt', prompt: 'code', text: 'Please go on' } as const;
    await app.db
      .insertInto('guest_messages')
      .values([
        messageRow({ id: 'a', ...prompt, created_at: at + 1, delivered_at: at + 2, seen_at: at + 3 }),
        messageRow({ id: 'd', ...redirect, created_at: at + 4, delivered_at: at + 5 }),
        messageRow({ id: 'f', ...exit, created_at: at + 6, withdrawn_at: at + 7, withdrawn_why: 'removed' }),
        messageRow({ id: 'h', ...redirect, created_at: at + 8, withdrawn_at: at + 9, withdrawn_why: 'replaced' }),
        messageRow({ id: 'i', ...redirect, created_at: at + 9, is_waiting: 1 }),
      ])
      .execute();
    await app.db
      .insertInto('activity')
      .values({
        id: 'j',
        user_id: null,
        action: 'admin_redirect',
        page: null,
        ip_address: guest.ip,
        location: 'Unknown',
        device: 'Chrome',
        user_agent: 'x',
        guest_id: id,
        details: JSON.stringify({ change: 'claimed' }),
        created_at: at + 10,
        staff: 1,
        actor_name: 'ann',
      })
      .execute();
    const entries = (await admin.get(`/api/admin/guests/${id}/timeline`)).json() as TimelineEntry[];
    expect(entries.map(({ event, detail, by, state }) => [event, detail, by, state])).toEqual([
      ['assigned', null, 'ann', null],
      ['redirect', '/user/verify-code', 'ann', 'sent'],
      ['redirect', '/user/verify-code', 'ann', 'withdrawn'],
      ['exit', 'https://example.com/', 'ann', 'withdrawn'],
      ['redirect', '/user/verify-code', 'ann', 'delivered'],
      ['prompt', 'Please go on', 'ann', 'seen'],
      ['opened', 'Email Entry Page', null, null],
    ]);
  });

  test('The timeline of an unknown guest is not found', async () => {
    const { app, admin } = await portal();
    const answer = await admin.get('/api/admin/guests/AAAAAAAAAAAAAAAA/timeline');
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'guest_not_found']);
    expect((await app.client().get('/api/admin/guests/AAAAAAAAAAAAAAAA/timeline')).statusCode).toBe(401);
  });
});
