import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { CHART_RANGES, RANGE_DAYS } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import type { Action } from '../../../contract/log/activity.rules.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { enterRightCode } from '../../../tests/support/confirmed-guest.ts';
import { GUEST_EMAIL, guestIdOf, guestInFlow, reportPage } from '../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';
import type { NewActivity, Tables } from '../../db/tables.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const chartsOf = async (admin: HttpClient, query = ''): Promise<Charts> =>
  (await admin.get(`/api/admin/charts${query}`)).json();

const total = ({ hours }: Charts, what: 'signIns' | 'failures') => hours.reduce((sum, hour) => sum + hour[what], 0);

const entry = (action: Action, at: number, index = 0): NewActivity => ({
  id: `${action} ${at} ${index}`,
  user_id: null,
  action,
  page: null,
  ip_address: '203.0.113.9',
  location: 'Unknown',
  device: 'Chrome',
  user_agent: 'x',
  details: null,
  created_at: at,
});

const write = (app: TestApp, entries: readonly NewActivity[]) =>
  app.db.insertInto('activity').values(entries).execute();

/** Moves to a quarter past the hour, so that hours begin and end inside the range. */
function toQuarterPast(app: TestApp): number {
  app.clock.advance(HOUR_MS + 15 * MINUTE_MS - (app.clock.now() % HOUR_MS));
  return app.clock.now();
}

test('sign-ins are counted by hour, and failures apart from them', async () => {
  const app = await startApp();
  const now = toQuarterPast(app);
  await createAccount(app);
  await attemptSignIn(app, app.client(), { password: 'wrong password' });
  await signedIn(app);
  await write(app, [entry('failed_login', now - HOUR_MS)]);
  const { hours } = await chartsOf(await signedIn(app, ADMIN));
  expect(hours).toHaveLength(25);
  expect(hours.at(-1)).toEqual({
    start: new Date(now - 15 * MINUTE_MS).toISOString(),
    signIns: 2,
    failures: 1,
  });
  expect(hours.at(-2)).toMatchObject({ signIns: 0, failures: 1 });
});

test('the failures of the chart are the security alerts, up to the edge of the 24 hours', async () => {
  const app = await startApp();
  const now = toQuarterPast(app);
  const edge = now - DAY_MS;
  await write(app, [
    entry('failed_login', edge - 1),
    entry('failed_login', edge),
    entry('failed_login', edge + 1),
    entry('failed_login', edge + 45 * MINUTE_MS - 1),
    entry('failed_login', edge + 45 * MINUTE_MS),
    entry('failed_login', now),
    // Of a process whose clock is ahead.
    entry('failed_login', now + HOUR_MS),
  ]);
  const admin = await signedIn(app, ADMIN);
  const charts = await chartsOf(admin);
  const { securityAlerts } = (await admin.get('/api/admin/stats')).json();
  expect([total(charts, 'failures'), securityAlerts]).toEqual([5, 5]);
  expect(charts.hours[0]).toMatchObject({ start: new Date(edge).toISOString(), failures: 2 });
  expect(charts.hours[1]).toMatchObject({
    start: new Date(edge + 45 * MINUTE_MS).toISOString(),
    failures: 1,
  });
  expect(charts.hours.at(-1)).toMatchObject({ failures: 2 });
});

test('each range has its bars with what happened in it', async () => {
  const app = await startApp();
  const now = toQuarterPast(app);
  const edges = CHART_RANGES.map((each) => now - RANGE_DAYS[each] * DAY_MS);
  await write(
    app,
    edges.flatMap((edge) => [entry('failed_login', edge), entry('failed_login', edge + 1)]),
  );
  const admin = await signedIn(app, ADMIN);
  for (const [range, bars] of [
    ['24h', 25],
    ['7d', 29],
    ['30d', 31],
    ['90d', 91],
  ] as const) {
    const charts = await chartsOf(admin, `?range=${range}`);
    const days = RANGE_DAYS[range];
    expect(charts.hours, range).toHaveLength(bars);
    const within = CHART_RANGES.filter((each) => RANGE_DAYS[each] < days).length * 2 + 1;
    expect(total(charts, 'failures'), range).toBe(within);
    expect(charts.hours[0]).toMatchObject({ start: new Date(now - days * DAY_MS).toISOString(), failures: 1 });
  }
});

test('bars start on the clock of whoever looks at them', async () => {
  const app = await startApp();
  toQuarterPast(app);
  const admin = await signedIn(app, ADMIN);
  for (const [range, offset, barMs] of [
    ['24h', -330, HOUR_MS],
    ['7d', 300, 6 * HOUR_MS],
    ['30d', -60, DAY_MS],
    ['90d', 720, DAY_MS],
  ] as const) {
    const { hours } = await chartsOf(admin, `?range=${range}&offset=${offset}`);
    const localStarts = hours.map(({ start }) => Date.parse(start) - offset * MINUTE_MS);
    expect([range, localStarts.slice(1).filter((start) => start % barMs !== 0)]).toEqual([range, []]);
    expect(localStarts[0]).toBeLessThan(localStarts[1] as number);
  }
});

test('an entry just before and just after local midnight is in the bar of its day', async () => {
  const app = await startApp();
  const now = toQuarterPast(app);
  // Vienna in winter.
  const midnight = Math.floor((now + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS - 2 * DAY_MS;
  await write(app, [entry('failed_login', midnight - 1), entry('failed_login', midnight)]);
  const { hours } = await chartsOf(await signedIn(app, ADMIN), '?range=30d&offset=-60');
  const failed = hours.filter(({ failures }) => failures > 0);
  expect(failed).toEqual([
    { start: new Date(midnight - DAY_MS).toISOString(), signIns: 0, failures: 1 },
    { start: new Date(midnight).toISOString(), signIns: 0, failures: 1 },
  ]);
});

test('an unknown range or offset is refused with a sentence', async () => {
  const admin = await signedIn(await startApp(), ADMIN);
  for (const [query, message] of [
    ['?range=1y', 'The range is one of 24h, 7d, 30d, 90d'],
    ['?offset=900', 'The offset is the minutes from local time to UTC, between -840 and 720'],
    ['?offset=half', 'The offset is the minutes from local time to UTC, between -840 and 720'],
  ] as const) {
    const answer = await admin.get(`/api/admin/charts${query}`);
    expect([query, answer.statusCode, answer.json().message]).toEqual([query, 400, message]);
  }
});

test('each browser is counted once at each step, also behind one address and when it comes again', async () => {
  const app = await startApp();
  const guests = ['203.0.113.1', '203.0.113.2', '203.0.113.2'].map((ip) => app.client({ ip }));
  for (const guest of guests) {
    await guest.get('/api/guest/state');
    await reportPage(guest, 'Email Entry Page');
  }
  const [first] = guests as [HttpClient];
  await reportPage(first, 'Verify Code Page');
  for (let times = 0; times < 2; times += 1) await first.post('/api/guest/submit-email', { email: GUEST_EMAIL });
  const { funnel } = await chartsOf(await signedIn(app, ADMIN));
  expect(funnel).toEqual({ entered: 3, gaveAddress: 1, enteredCode: 0, verified: 0 });
});

test('deleting the guest log does not change the steps of guests', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const { client } = await guestInFlow(app);
  await enterRightCode(client, smtp, GUEST_EMAIL);
  const admin = await signedIn(app, ADMIN);
  const verified = { entered: 1, gaveAddress: 1, enteredCode: 1, verified: 1 };
  expect((await chartsOf(admin)).funnel).toEqual(verified);
  const logIds = (await admin.get('/api/admin/guest-logs')).json().map(({ id }: { id: string }) => id);
  const deleted = await admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });
  expect(deleted.json()).toEqual({ deletedCount: logIds.length });
  app.clock.advance(2_000);
  expect((await chartsOf(admin)).funnel).toEqual(verified);
  // Nor does the next page of the same guest.
  await reportPage(client, 'Email Entry Page');
  app.clock.advance(2_000);
  expect((await chartsOf(admin)).funnel).toEqual(verified);
});

test('a guest whose earlier entries found no room in the log has taken the earlier steps too', async () => {
  const app = await startApp();
  const at = app.clock.now();
  await write(app, [{ ...entry('code_success', at), guest_id: 'g1' }]);
  expect(await app.db.selectFrom('guest_steps').selectAll().execute()).toEqual([
    { guest_id: 'g1', entered_at: at, address_at: at, code_at: at, verified_at: at, helped_at: null },
  ]);
});

test('a message or an assignment is help, a guest sent to the exit was not helped', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const helpedAt = async (id: string) => {
    const { helped_at } = await app.db
      .selectFrom('guest_steps')
      .select('helped_at')
      .where('guest_id', '=', id)
      .executeTakeFirstOrThrow();
    return helped_at;
  };
  const [prompted, assigned, exited, alone] = [
    await guestInFlow(app),
    await guestInFlow(app),
    await guestInFlow(app),
    await guestInFlow(app),
  ];
  expect((await admin.post('/api/admin/guest-prompt', { guestId: prompted.id })).statusCode).toBe(200);
  expect((await admin.post(`/api/admin/guests/${assigned.id}/claim`)).statusCode).toBe(200);
  const exit = { guestId: exited.id, isGuestRedirect: true, exit: true };
  expect((await admin.post('/api/admin/redirects', exit)).statusCode).toBe(200);
  const at = app.clock.now();
  expect([await helpedAt(prompted.id), await helpedAt(assigned.id)]).toEqual([at, at]);
  expect([await helpedAt(exited.id), await helpedAt(alone.id)]).toEqual([null, null]);
  app.clock.advance(20_000);
  await admin.post('/api/admin/guest-prompt', { guestId: prompted.id });
  // The first time counts.
  expect(await helpedAt(prompted.id)).toBe(at);
});

type Steps = Insertable<Tables['guest_steps']>;

test('guests who gave an address are compared with and without help, by five minutes', async () => {
  const app = await startApp();
  const now = app.clock.now();
  const [came, given] = [now - 31 * MINUTE_MS, now - 30 * MINUTE_MS];
  const guest = (id: string, steps: Partial<Steps>): Steps => ({
    guest_id: id,
    entered_at: came,
    address_at: given,
    code_at: null,
    verified_at: null,
    helped_at: null,
    ...steps,
  });
  const after = (minutes: number) => given + minutes * MINUTE_MS;
  await app.db
    .insertInto('guest_steps')
    .values([
      guest('helped in time', { helped_at: after(1), verified_at: after(5) }),
      guest('helped before the address', { helped_at: came, verified_at: after(4) }),
      guest('helped, but late', { helped_at: after(4), verified_at: after(5) + 1 }),
      guest('helped in vain', { helped_at: after(2) }),
      guest('helped when it was too late', { helped_at: after(6), verified_at: after(8) }),
      guest('helped when done', { helped_at: after(3), verified_at: after(2) }),
      guest('alone in time', { verified_at: after(1) }),
      guest('alone, but gave up', {}),
      guest('without an address', { address_at: null, helped_at: after(1) }),
      guest('at it right now', { address_at: now - MINUTE_MS, helped_at: now }),
      guest('done right now', { address_at: now - MINUTE_MS, verified_at: now }),
      guest('before the range', { entered_at: now - DAY_MS, verified_at: after(1) }),
    ])
    .execute();
  const { funnel, help } = await chartsOf(await signedIn(app, ADMIN));
  expect(help).toEqual({ with: { guests: 4, verified: 2 }, without: { guests: 4, verified: 2 } });
  expect(funnel).toMatchObject({ entered: 11, gaveAddress: 10 });
});

test('steps of guests are deleted when guest data is, and the charts say how long that is kept', async () => {
  const app = await startApp();
  const now = app.clock.now();
  const step = (id: string, days: number) => ({ guest_id: id, entered_at: now - days * DAY_MS });
  await app.db
    .insertInto('guest_steps')
    .values([step('gone', 31), step('kept', 29)])
    .execute();
  const admin = await signedIn(app, ADMIN);
  expect(await chartsOf(admin, '?range=90d')).toMatchObject({
    funnel: { entered: 2 },
    keptDays: { signIns: 365, guests: 30 },
  });
  await app.sweep();
  const left = await app.db.selectFrom('guest_steps').select('guest_id').execute();
  expect(left).toEqual([{ guest_id: 'kept' }]);
});

test('a guest who comes back after their data was deleted is new again', async () => {
  const app = await startApp();
  const { client } = await guestInFlow(app);
  app.clock.advance(31 * DAY_MS);
  await app.sweep();
  await reportPage(client, 'Email Entry Page');
  const rows = await app.db.selectFrom('guest_steps').select(['guest_id', 'entered_at']).execute();
  expect(rows).toEqual([{ guest_id: guestIdOf(app, client), entered_at: app.clock.now() }]);
});

test('the charts of a range are counted once in a while, however many ask', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const entered = async (range: string) => (await chartsOf(admin, `?range=${range}`)).funnel.entered;
  expect([await entered('24h'), await entered('90d')]).toEqual([0, 0]);
  await reportPage(app.client(), 'Email Entry Page');
  expect([await entered('24h'), await entered('90d')]).toEqual([0, 0]);
  app.clock.advance(2_000);
  expect([await entered('24h'), await entered('90d')]).toEqual([1, 0]);
  app.clock.advance(58_000);
  expect(await entered('90d')).toBe(1);
});
