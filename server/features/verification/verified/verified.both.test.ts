import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { askForCode, GUEST_EMAIL, guestInFlow, reportPage } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';
import { isThorough } from '../../../../tests/support/thorough.ts';
import { insertVerified, verifiedRow } from '../../../../tests/support/verified.ts';
import type { VerifiedAddressRow } from '../../../db/tables.ts';
import { openLanguages } from '../../../languages.ts';
import { rowBudget } from '../../../limits/row-budget.ts';
import { createListeners } from '../../../live/bus.ts';
import { createLog } from '../../../process/log.ts';
import { Messages } from '../../guests/messages/messages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIST = '/api/admin/verified';

async function listAll(client: HttpClient, query = '') {
  const found: VerifiedEmail[] = [];
  let cursor: string | undefined;
  let requests = 0;
  do {
    const answer = await client.get(`${LIST}?${query}${cursor ? `&cursor=${cursor}` : ''}`);
    expect(answer.statusCode, answer.body).toBe(200);
    found.push(...answer.json());
    cursor = answer.headers['x-next-cursor'] as string | undefined;
    requests += 1;
  } while (cursor !== undefined);
  return { found, requests };
}

const emailsOf = async (client: HttpClient, query: string) =>
  (await listAll(client, query)).found.map(({ email }) => email);

/** As many as there are, a second apart, the last one now. */
const many = (app: TestApp, count: number, facts: (index: number) => Partial<VerifiedAddressRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    verifiedRow(`v-${String(index).padStart(6, '0')}`, {
      verified_at: app.clock.now() - (count - 1 - index) * 1_000,
      ...facts(index),
    }),
  );

async function portal(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ...env } });
  let mails = 0;
  /** The guest has asked for a code, or staff have, and enters it. */
  const enter = async (client: HttpClient, email = GUEST_EMAIL) => {
    mails += 1;
    const code = codeIn(await smtp.mail(mails));
    expect((await client.post('/api/user/verify-code', { email, code })).statusCode).toBe(200);
  };
  const skip = () => {
    mails += 1;
  };
  return { app, admin: await signedIn(app, ADMIN), enter, skip };
}

test('A verified address is stored with time, duration and guest, and guests see nothing of it', async () => {
  const { app, admin, enter } = await portal();
  const guest = await guestInFlow(app);
  await askForCode(app, guest.client, { email: 'Anna@Example.com' });
  app.clock.advance(42_300);
  await enter(guest.client, 'anna@example.com');
  const [kept, ...others] = (await listAll(admin)).found;
  expect(others).toEqual([]);
  expect(kept).toEqual({
    id: expect.any(String),
    // As it was mailed to.
    email: 'Anna@Example.com',
    verifiedAt: new Date(app.clock.now()).toISOString(),
    tookSeconds: 42,
    helped: false,
    gate: null,
    guestId: guest.id,
  });
  expect((await admin.get(`${LIST}/${kept?.id}`)).json()).toEqual(kept);
  expect((await admin.get(`${LIST}/nothing`)).statusCode).toBe(404);
  expect((await guest.client.get('/api/guest/state')).body).not.toContain('tookSeconds');
});

test.runIf(isThorough())('The claims of the gate token are stored with the address', async () => {
  const GATE_SECRET = 'a-shared-secret-of-the-gate-long-enough';
  const { app, admin, enter } = await portal({ GATE: 'token', GATE_SECRET });
  const iat = Math.floor(app.clock.now() / 1000);
  const token = await new SignJWT({ order: 4711, tags: ['new', '=1+1'], tenant: { name: 'North' } })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('guest-gate')
    .setSubject('customer-77')
    .setIssuedAt(iat)
    .setExpirationTime(iat + 600)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(GATE_SECRET));
  const client = app.client();
  await client.post('/api/auth/validate-verification-token', { token });
  await askForCode(app, client);
  await enter(client);
  const [kept] = (await listAll(admin, 'q=customer-77')).found;
  expect(kept?.gate).toEqual({
    jti: expect.any(String),
    sub: 'customer-77',
    claims: { order: 4711, tags: ['new', '=1+1'], tenant: { name: 'North' } },
  });
  expect(await emailsOf(admin, 'q=CUSTOMER')).toEqual([GUEST_EMAIL]);
  expect(await emailsOf(admin, 'q=4711')).toEqual([]);
});

describe('Whether staff helped', () => {
  async function guestAndStaff() {
    const { app, admin, enter, skip } = await portal();
    const ip = '192.0.2.7';
    const guest = await guestInFlow(app, { ip });
    const other = await guestInFlow(app, { ip });
    const helped = async () => (await listAll(admin)).found.map(({ email, helped: by }) => [email, by]);
    const prompt = (guestId: string) => admin.post('/api/admin/guest-prompt', { guestId, prompt: 'code' });
    /** Asks for a code, and a little later still waits for it. */
    const wait = async ({ client }: typeof guest) => {
      await askForCode(app, client);
      await reportPage(client, 'Verify Code Page');
      app.clock.advance(10_000);
      await client.get('/api/guest/check-redirect');
    };
    return { app, admin, enter, skip, ip, guest, other, helped, prompt, wait };
  }

  test.runIf(isThorough()).for(['prompt', 'move', 'resend', 'address'] as const)(
    'Staff helped with a message: %s',
    async (what) => {
      const { app, admin, enter, skip, ip, guest, helped, prompt, wait } = await guestAndStaff();
      await wait(guest);
      const messages = {
        prompt: () => prompt(guest.id),
        move: () => admin.post('/api/admin/redirects', { guestId: guest.id, destinationPath: '/user/email-entry' }),
        resend: () => admin.post(`/api/admin/guests/${guest.id}/resend`),
        address: () => admin.post('/api/admin/guest-prompt', { guestIp: ip, prompt: 'code' }),
      };
      const answer = await messages[what]();
      expect(answer.statusCode, answer.body).toBe(200);
      if (what === 'resend') skip();
      app.clock.advance(5_000);
      await enter(guest.client);
      expect(await helped()).toEqual([[GUEST_EMAIL, true]]);
    },
  );

  test.runIf(isThorough())(
    'An assignment alone, earlier help, or help of another guest at the address does not count',
    async () => {
      const { app, admin, enter, guest, other, helped, prompt, wait } = await guestAndStaff();
      await admin.post('/api/admin/guest-prompt', { guestId: guest.id, prompt: 'email' });
      app.clock.advance(1_000);
      await wait(guest);
      await wait(other);
      expect((await admin.post(`/api/admin/guests/${guest.id}/claim`, {})).statusCode).toBe(200);
      // The same network and the same mailbox in another browser.
      expect((await prompt(other.id)).statusCode).toBe(200);
      await enter(guest.client);
      expect(await helped()).toEqual([[GUEST_EMAIL, false]]);
      await enter(other.client);
      expect(await helped()).toEqual([
        [GUEST_EMAIL, true],
        [GUEST_EMAIL, false],
      ]);
    },
  );

  test('A process that may not know of the help asks the database', async () => {
    const { app, guest, prompt, wait } = await guestAndStaff();
    await wait(guest);
    const since = app.clock.now();
    expect((await prompt(guest.id)).statusCode).toBe(200);
    const silent = { ...createListeners(), publish() {}, async publishIn() {}, async close() {} };
    const rows = rowBudget({ clock: app.clock, most: 1_000, isTight: () => false });
    const deps = {
      db: app.db,
      transact: app.transact,
      clock: app.clock,
      languages: await openLanguages(['en']),
      rows,
      severalProcesses: false,
      log: createLog('silent'),
      settings: app.settings,
      assignments: app.assignments,
      guests: { browsersAt: () => [], factsOf: () => null },
    };
    const wasSentSince = (healthy: boolean, at: number) => {
      const messages = new Messages({ ...deps, bus: { ...silent, healthy } });
      return app.db.transaction().execute((trx) => messages.wasSentSince(trx, guest.id, at));
    };
    expect(await wasSentSince(true, since)).toBe(false);
    expect(await wasSentSince(false, since)).toBe(true);
    expect(await wasSentSince(false, since + 1)).toBe(false);
  });
});

test('The list is newest first, in pages, between two times, with a count', async () => {
  const app = await startApp();
  // Several in the same millisecond, across the ends of pages.
  await insertVerified(
    app,
    many(app, 25, (index) => ({ verified_at: app.clock.now() - Math.floor((24 - index) / 7) * 1_000 })),
  );
  const admin = await signedIn(app, ADMIN);
  const { found, requests } = await listAll(admin, 'limit=10');
  expect(requests).toBe(3);
  expect(found.map(({ id }) => id)).toEqual(
    Array.from({ length: 25 }, (_, n) => `v-0000${String(24 - n).padStart(2, '0')}`),
  );
  const at = (seconds: number) => new Date(app.clock.now() - seconds * 1_000).toISOString();
  expect((await listAll(admin, `from=${at(1)}&to=${at(0)}`)).found).toHaveLength(7);
  expect((await listAll(admin, `from=${at(1)}`)).found).toHaveLength(14);
  const count = async (query = '') => (await admin.get(`${LIST}/count?${query}`)).json();
  expect(await count()).toEqual({ count: 25, more: false });
  expect(await count(`to=${at(1)}`)).toEqual({ count: 11, more: false });
  for (const bad of ['limit=0', 'cursor=x', 'from=yesterday', `q=${'x'.repeat(201)}`])
    expect((await admin.get(`${LIST}?${bad}`)).statusCode).toBe(400);
});

describe('A search for verified addresses', () => {
  test('A whole address or subject is found at once, and a search for a part is complete', async () => {
    const app = await startApp();
    await insertVerified(
      app,
      many(app, 21_000, (index) => {
        if (index === 3 || index === 20_999) return { email: 'Needle@Example.org' };
        if (index === 5) return { email: 'needle@example.org.uk' };
        return index === 7 ? { gate_jti: 'j', gate_sub: 'Customer 100%_\\7' } : {};
      }),
    );
    const admin = await signedIn(app, ADMIN);
    const whole = await listAll(admin, 'q=%20nEEdle@example.ORG&limit=1');
    expect([whole.found.map(({ id }) => id), whole.requests]).toEqual([['v-020999', 'v-000003'], 3]);
    const subject = await listAll(admin, `q=${encodeURIComponent('Customer 100%_\\7')}`);
    expect([subject.found.map(({ id }) => id), subject.requests]).toEqual([['v-000007'], 1]);
    const part = await listAll(admin, 'q=NEEDLE@');
    expect([part.found.map(({ id }) => id), part.requests]).toEqual([['v-020999', 'v-000005', 'v-000003'], 5]);
    expect(await emailsOf(admin, `q=${encodeURIComponent('100%_')}`)).toEqual(['v-000007@example.com']);
    expect(await emailsOf(admin, `q=${encodeURIComponent('100_')}`)).toEqual([]);
    const last = new Date(app.clock.now()).toISOString();
    expect((await listAll(admin, `q=needle@example.org&to=${last}`)).found.map(({ id }) => id)).toEqual(['v-000003']);
  });

  test("A guest whose token's subject is their address is found once", async () => {
    const app = await startApp();
    const gate = { gate_jti: 'j', gate_sub: 'anna@example.com' };
    await insertVerified(app, [
      verifiedRow('1', { email: 'anna@example.com', ...gate, verified_at: 1_000 }),
      verifiedRow('2', { email: 'other@example.com', ...gate, verified_at: 2_000 }),
      verifiedRow('3', { email: 'anna@example.com', verified_at: 3_000 }),
    ]);
    const admin = await signedIn(app, ADMIN);
    for (const limit of [1, 2, 10]) {
      const { found } = await listAll(admin, `q=anna@example.com&limit=${limit}`);
      expect(found.map(({ id }) => id)).toEqual(['3', '2', '1']);
    }
  });
});

describe('The export of verified addresses', () => {
  test('The export has every matching row, safe for spreadsheets', async () => {
    const app = await startApp();
    await insertVerified(app, [
      ...many(app, 2_500),
      verifiedRow('formula', {
        email: '=cmd@example.com',
        verified_at: Date.parse('2026-01-02T03:04:05Z'),
        helped: 1,
        gate_jti: '-1',
        gate_sub: '@SUM(1)',
        gate_claims: '{"order":"a,b;=1"}',
      }),
    ]);
    const admin = await signedIn(app, ADMIN);
    const csv = await admin.get('/api/admin/verified.csv');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="verified-addresses-[\d-]{10}\.csv"$/);
    const lines = csv.body.trim().split('\r\n');
    expect(lines).toHaveLength(1 + 2_501);
    expect(lines[0]).toBe('Verified at,Email,Seconds taken,Helped by staff,Token subject,Token ID,Token claims');
    expect(lines.at(-1)).toBe(
      `2026-01-02T03:04:05.000Z,'=cmd@example.com,40,yes,'@SUM(1),'-1,"{""order"":""a,b;'=1""}"`,
    );
    expect((await admin.get('/api/admin/verified.csv?q=cmd')).body.trim().split('\r\n')).toHaveLength(2);
  });

  test.runIf(isThorough())('The export is logged with who took which part', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const from = '2026-01-01T00:00:00.000Z';
    for (const query of ['', `q=example.org&from=${from}`, 'q=guest1234@company.com'])
      expect((await admin.get(`/api/admin/verified.csv?${query}`)).statusCode).toBe(200);
    const entries = (await admin.get('/api/admin/activity?q=verified%20exported')).json() as { details: object }[];
    expect(entries.map(({ details }) => details)).toEqual([
      { change: 'verified exported', search: 'g…@c…y.com' },
      { change: 'verified exported', search: 'example.org', from },
      { change: 'verified exported' },
    ]);
  });
});

test.runIf(isThorough())('Users and guests do not see verified addresses', async () => {
  const app = await startApp();
  await insertVerified(app, many(app, 1));
  await createAccount(app);
  for (const client of [app.client(), await signedIn(app)])
    for (const path of ['', '.csv', '/count', '/v-000000']) {
      const answer = await client.get(`${LIST}${path}`);
      expect([401, 403]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('example.com');
    }
});

test('Verified addresses outlive the guest log and go with the retention of guest data', async () => {
  const { app, admin, enter } = await portal();
  const guest = await guestInFlow(app);
  await askForCode(app, guest.client);
  await enter(guest.client);
  await insertVerified(
    app,
    many(app, 450, () => ({ verified_at: app.clock.now() - 30 * DAY_MS - 1 })),
  );
  const logIds = ((await admin.get('/api/admin/guest-logs')).json() as { id: string }[]).map(({ id }) => id);
  const deleted = await admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });
  expect(deleted.json().deletedCount).toBeGreaterThan(0);
  expect((await listAll(admin)).found).toHaveLength(451);
  await app.sweep();
  expect(await emailsOf(admin, '')).toEqual([GUEST_EMAIL]);
  app.clock.advance(30 * DAY_MS + 1);
  await app.sweep();
  expect(await emailsOf(await signedIn(app, ADMIN), '')).toEqual([]);
});
