import { expect, test } from 'vitest';
import { publicGuestId } from '../../server/visitor/guest-id.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';

const HELP = '/api/guest/help';
const FAKES = 1_000;

async function askForHelp(
  app: TestApp,
  ip: string,
  reason = 'no_mail',
): Promise<{ client: HttpClient; status: number }> {
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

test('A thousand help requests from one network count as sixty and hide no other guest', async () => {
  const app = await startApp();
  const early = await askForHelp(app, '198.51.100.7');
  const statuses: number[] = [];
  for (let from = 0; from < FAKES; from += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => askForHelp(app, '203.0.113.9')))).map(
        ({ status }) => status,
      ),
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(FAKES - 60);
  const late = await askForHelp(app, '192.0.2.7', 'code_refused');
  expect([early.status, late.status]).toEqual([200, 200]);
  expect((await early.client.get(HELP)).json().reason).toBe('no_mail');
  expect(app.help.of(idOf(app, late.client))?.reason).toBe('code_refused');

  // One notification for the sixty, and one for each other guest.
  await app.notifications.settle();
  const admin = await signedIn(app, ADMIN);
  const notifications = (await admin.get('/api/admin/notifications?type=help_request')).json();
  expect(
    notifications
      .map(({ message, count }: { message: string; count: number }) => [message.replace(/ [2-9A-Z]{4} /, ' '), count])
      .sort(),
  ).toEqual([
    ['60 requests from one network. Latest: Guest (203.0.113.9) says "I didn\'t get the email"', 60],
    ['Guest (192.0.2.7) says "My code isn\'t accepted"', 1],
    ['Guest (198.51.100.7) says "I didn\'t get the email"', 1],
  ]);
});

test('Admins get one warning for each IP range whose guests were told to come', async () => {
  const app = await startApp();
  for (let last = 0; last < 100; last += 1)
    expect((await askForHelp(app, `203.0.113.${last}`, 'told_to_come')).status).toBe(200);
  await app.notifications.settle();
  await askForHelp(app, '192.0.2.7', 'told_to_come');
  await app.notifications.settle();
  const admin = await signedIn(app, ADMIN);
  const notifications = (await admin.get('/api/admin/notifications?type=security')).json();
  expect(
    notifications
      .map(({ message, count }: { message: string; count: number }) => [/from (\S+)/.exec(message)?.[1], count])
      .sort(),
  ).toEqual([
    ['192.0.2.0/24', 1],
    ['203.0.113.0/24', 100],
  ]);
});

test('A thousand help requests from a range of networks leave room for other guests', async () => {
  const app = await startApp();
  const statuses: number[] = [];
  for (let network = 0; network < FAKES; network += 50)
    statuses.push(
      ...(
        await Promise.all(
          Array.from({ length: 50 }, (_, index) => askForHelp(app, `2001:db8:7:${(network + index).toString(16)}::1`)),
        )
      ).map(({ status }) => status),
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(480);
  expect((await askForHelp(app, '2001:db8:8::1')).status).toBe(200);
  expect(await waitingFrom(app, '2001:db8:8:')).toBe(1);
});

test('A full table evicts requests of the largest network, never the one of an honest guest', async () => {
  const app = await startApp();
  const at = app.clock.now();
  const request = (id: string, ip_address: string, asked_at: number) =>
    ({ id, ip_address, reason: 'no_mail', asked_at, halted_at: null, updated_at: asked_at }) as const;
  const fakes = Array.from({ length: 4_999 }, (_, index) =>
    request(`fake-${index}`, `203.0.${Math.floor(index / 100)}.${index % 100}`, at + index),
  );
  // The oldest request would be the first to go.
  const requests = [request('honest', '198.51.100.7', at - 1), ...fakes];
  for (let from = 0; from < requests.length; from += 500)
    await app.db
      .insertInto('guest_help')
      .values(requests.slice(from, from + 500))
      .execute();
  await app.help.load();
  const newcomer = await askForHelp(app, '192.0.2.7');
  expect(newcomer.status).toBe(200);
  expect(app.help.of('honest')).toBeDefined();
  expect(app.help.of(idOf(app, newcomer.client))).toBeDefined();
  expect(await app.db.selectFrom('guest_help').select('id').execute()).toHaveLength(4_751);
});

test('Log entries about help are limited by the row budget', async () => {
  const app = await startApp({ env: { ROW_BUDGET: '1000' } });
  for (let times = 0; times < 60; times += 1) {
    const { client } = await askForHelp(app, '203.0.113.9');
    await client.request({ method: 'DELETE', url: HELP });
  }
  const entries = await app.db.selectFrom('activity').select('id').where('action', '=', 'help').execute();
  expect(entries.length).toBeLessThanOrEqual(25);
  expect(entries.length).toBeGreaterThan(5);
});
