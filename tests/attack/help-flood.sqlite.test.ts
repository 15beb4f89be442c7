import { expect, test } from 'vitest';
import { publicGuestId } from '../../server/visitor/guest-id.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';

const HELP = '/api/guest/help';
const FAKES = 1_000;

async function asks(app: TestApp, ip: string, reason = 'no_mail'): Promise<{ client: HttpClient; status: number }> {
  const client = app.client({ ip });
  await client.get(HELP);
  return { client, status: (await client.post(HELP, { reason })).statusCode };
}

const idOf = (app: TestApp, client: HttpClient) =>
  publicGuestId(app.keys, (client.cookies.get('guest') as string).split('.')[0] as string);

const waitingFrom = async (app: TestApp, start: string) =>
  (await app.db.selectFrom('guest_help').select('ip_address').execute()).filter(({ ip_address }) =>
    ip_address.startsWith(start),
  ).length;

test('a thousand requests for help from one network are sixty, and hide nobody', async () => {
  const app = await startApp();
  const early = await asks(app, '198.51.100.7');
  const statuses: number[] = [];
  for (let from = 0; from < FAKES; from += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => asks(app, '203.0.113.9')))).map(({ status }) => status),
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(FAKES - 60);
  const late = await asks(app, '192.0.2.7', 'code_refused');
  expect([early.status, late.status]).toEqual([200, 200]);
  expect((await early.client.get(HELP)).json().reason).toBe('no_mail');
  expect(app.help.of(idOf(app, late.client))?.reason).toBe('code_refused');

  // Staff get one notification for the sixty, and one for each of the others.
  await app.notifications.settle();
  const admin = await signedIn(app, ADMIN);
  const told = (await admin.get('/api/admin/notifications?type=help_request')).json();
  expect(told.map(({ message, count }: { message: string; count: number }) => [message, count]).sort()).toEqual([
    ['Guest (192.0.2.7) chose "My code is refused"', 1],
    ['Guest (198.51.100.7) chose "I got no mail"', 1],
    ['Guest (203.0.113.9) chose "I got no mail"', 60],
  ]);
});

test('warnings about guests who were told to come are one for a range, and one for each other range', async () => {
  const app = await startApp();
  for (let last = 0; last < 100; last += 1)
    expect((await asks(app, `203.0.113.${last}`, 'told_to_come')).status).toBe(200);
  await app.notifications.settle();
  await asks(app, '192.0.2.7', 'told_to_come');
  await app.notifications.settle();
  const admin = await signedIn(app, ADMIN);
  const told = (await admin.get('/api/admin/notifications?type=security')).json();
  expect(
    told
      .map(({ message, count }: { message: string; count: number }) => [/from (\S+)/.exec(message)?.[1], count])
      .sort(),
  ).toEqual([
    ['192.0.2.0/24', 1],
    ['203.0.113.0/24', 100],
  ]);
});

test('a thousand from a whole range of networks leave room for everybody else', async () => {
  const app = await startApp();
  const statuses: number[] = [];
  for (let network = 0; network < FAKES; network += 50)
    statuses.push(
      ...(
        await Promise.all(
          Array.from({ length: 50 }, (_, index) => asks(app, `2001:db8:7:${(network + index).toString(16)}::1`)),
        )
      ).map(({ status }) => status),
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(480);
  expect((await asks(app, '2001:db8:8::1')).status).toBe(200);
  expect(await waitingFrom(app, '2001:db8:8:')).toBe(1);
});

test('a full table gives up requests of whoever has most, never the one of an honest guest', async () => {
  const app = await startApp();
  const at = app.clock.now();
  const request = (id: string, ip_address: string, asked_at: number) =>
    ({ id, ip_address, reason: 'no_mail', asked_at, halted_at: null, updated_at: asked_at }) as const;
  const fakes = Array.from({ length: 4_999 }, (_, index) =>
    request(`fake-${index}`, `203.0.${Math.floor(index / 100)}.${index % 100}`, at + index),
  );
  // Who has waited longest would be the first to go.
  const requests = [request('honest', '198.51.100.7', at - 1), ...fakes];
  for (let from = 0; from < requests.length; from += 500)
    await app.db
      .insertInto('guest_help')
      .values(requests.slice(from, from + 500))
      .execute();
  await app.help.load();
  const newcomer = await asks(app, '192.0.2.7');
  expect(newcomer.status).toBe(200);
  expect(app.help.of('honest')).toBeDefined();
  expect(app.help.of(idOf(app, newcomer.client))).toBeDefined();
  expect(await app.db.selectFrom('guest_help').select('id').execute()).toHaveLength(4_751);
});

test('entries about help have a budget', async () => {
  const app = await startApp({ env: { ROW_BUDGET: '1000' } });
  for (let times = 0; times < 60; times += 1) {
    const { client } = await asks(app, '203.0.113.9');
    await client.request({ method: 'DELETE', url: HELP });
  }
  const entries = await app.db.selectFrom('activity').select('id').where('action', '=', 'help').execute();
  expect(entries.length).toBeLessThanOrEqual(25);
  expect(entries.length).toBeGreaterThan(5);
});
