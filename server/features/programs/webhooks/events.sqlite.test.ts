import { describe, expect, inject, test } from 'vitest';
import { adminCommand } from '../../../../cli/admin.ts';
import type { Notification } from '../../../../contract/notifications/notifications.ts';
import { PortalEvent } from '../../../../contract/programs/events.ts';
import type { WebhookDeliveries } from '../../../../contract/programs/webhooks.ts';
import { createAccount, PASSWORD, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../../../../tests/support/app.ts';
import { guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';
import { verifiedEvent, WebhookTarget } from '../../../../tests/support/webhook-target.ts';
import { readConfig } from '../../../config.ts';
import { newId, timeOfId } from '../../../db/ids.ts';
import { createLog } from '../../../process/log.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Place {
  readonly app: TestApp;
  readonly target: WebhookTarget;
}

async function startPlace(env: Record<string, string> = {}): Promise<Place> {
  const target = await WebhookTarget.start();
  return { target, app: await startApp({ env: { ...target.eventsEnv, ...env } }) };
}

const waiting = ({ db }: TestApp) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', 'events')
    .where('state', '!=', 'sent')
    .orderBy('id')
    .execute();

/** Waits until the target has received everything that was written. */
const allArrived = ({ app }: Place) =>
  until('all events have arrived', async () => {
    await app.webhooks.work();
    return (await waiting(app)).length === 0;
  });

async function ok(answer: ReturnType<HttpClient['post']>) {
  const { statusCode, body } = await answer;
  expect([200, 202], body).toContain(statusCode);
  return body === '' ? {} : JSON.parse(body);
}

const patch = (client: HttpClient, url: string, payload: object) =>
  ok(client.request({ method: 'PATCH', url, payload }));

test('Every change of an account arrives, signed and in order, without a password', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const admin = await signedIn(app, ADMIN);
  const adminId = (await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
  const made = { username: 'mira', email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb', role: 'user' };
  const { id, temporaryPassword } = await ok(admin.post('/api/admin/users', made));
  const url = `/api/admin/users/${id}`;
  await patch(admin, url, { email: 'kolb@example.com' });
  await patch(admin, `${url}/status`, { status: 'suspended' });
  const reset = await ok(admin.post(`${url}/reset-password`, {}));
  await patch(admin, `${url}/role`, { role: 'helper' });
  await ok(admin.request({ method: 'DELETE', url }));
  await allArrived(place);

  const account = {
    id,
    username: 'mira',
    email: 'kolb@example.com',
    first_name: 'Mira',
    last_name: 'Kolb',
    role: 'user',
    status: 'active',
    by: adminId,
  };
  const ofMira = target.events.filter(({ data }) => 'id' in data && data.id === id);
  expect(ofMira.map(({ type, data }) => [type, data])).toEqual([
    ['user.created', { ...account, email: 'mira@example.com' }],
    ['user.changed', { ...account, changed: ['email'] }],
    ['user.changed', { ...account, status: 'suspended', changed: ['status'] }],
    ['user.changed', { ...account, status: 'suspended', changed: ['password'] }],
    ['user.changed', { ...account, status: 'suspended', role: 'helper', changed: ['role'] }],
    ['user.deleted', { id, username: 'mira', by: adminId }],
  ]);
  expect(target.eventsOf('staff.signed_in').map(({ data }) => data)).toMatchObject([
    { id: adminId, username: 'admin', role: 'admin', way: 'password' },
  ]);
  for (const got of target.received) {
    expect(PortalEvent.parse(verifiedEvent(got))).toEqual(JSON.parse(got.body));
    for (const secret of [ADMIN.password, temporaryPassword, reset.temporaryPassword])
      expect(got.body).not.toContain(secret);
  }
});

test('Events of one guest tell of the help they asked for, who helps, and the confirmed address; never of a code', async () => {
  const smtp = await TestSmtp.start();
  const place = await startPlace({ SMTP_URL: smtp.url });
  const { app, target } = place;
  const admin = await signedIn(app, ADMIN);
  const adminId = (await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
  const { id: guest, client } = await guestInFlow(app);
  await ok(client.post('/api/guest/help', { reason: 'no_mail' }));
  await ok(admin.post(`/api/admin/guests/${guest}/claim`, {}));
  await ok(admin.request({ method: 'DELETE', url: `/api/admin/guests/${guest}/claim` }));
  const email = 'mira@example.com';
  const before = smtp.received.length;
  await ok(client.post('/api/user/send-verification-code', { email }));
  const code = codeIn(await smtp.mail(before + 1));
  const wrong = code === '123456' ? '654321' : '123456';
  await client.post('/api/user/verify-code', { email, code: wrong });
  await ok(client.post('/api/user/verify-code', { email, code }));
  await allArrived(place);
  const steps = { guest, reason: null, by: adminId };
  expect(target.eventsOf('guest.needs_help').map(({ data }) => data)).toEqual([
    { ...steps, step: 'asked', reason: 'no_mail', by: null },
    { ...steps, step: 'assigned' },
    { ...steps, step: 'released' },
  ]);
  const verified_at = new Date(app.clock.now()).toISOString();
  expect(target.eventsOf('guest.verified').map(({ data }) => data)).toEqual([{ guest, email, verified_at }]);
  for (const { body, headers } of target.received)
    for (const typed of [code, wrong]) expectUnsaid(typed, `${body}${JSON.stringify(headers)}`);
});

test('Settings are named when they are changed, proposed and confirmed, without their values', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const admin = await signedIn(app, ADMIN);
  await createAccount(app, { username: 'vera', role: 'admin' });
  const vera = await signedIn(app, { username: 'vera' });
  const before = await ok(admin.get('/api/admin/settings'));
  const values = { exitUrl: 'https://elsewhere.example/done', exitMessage: 'Goodbye and good luck' };
  await ok(admin.post('/api/admin/settings', { ...before, ...values }));
  const [proposal] = await ok(vera.get('/api/admin/settings/proposals'));
  app.clock.advance(MINUTE);
  await vera.post(`/api/admin/settings/proposals/${proposal.id}/withdraw`);
  await allArrived(place);
  const told = target.eventsOf('settings.changed').map(({ data: { step, settings } }) => [step, settings]);
  expect(told).toContainEqual(['changed', ['exitMessage']]);
  expect(told).toContainEqual(['proposed', ['exitUrl']]);
  expect(told).toContainEqual(['withdrawn', ['exitUrl']]);
  for (const { body } of target.received) for (const value of Object.values(values)) expect(body).not.toContain(value);
});

test('A sign-in after "needs authentication" tells that the account is active again; other sign-ins of users tell nothing', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const { id } = await createAccount(app, { status: 'needs_auth' });
  await signedIn(app);
  await signedIn(app);
  await allArrived(place);
  expect(target.events).toMatchObject([
    { type: 'user.changed', data: { id, status: 'active', changed: ['status'], by: id } },
  ]);
});

test('Imports and bulk changes tell of each account', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const admin = await signedIn(app, ADMIN);
  const lines = Array.from({ length: 230 }, (_, index) => `guest-${index}`);
  await ok(
    admin.request({
      method: 'POST',
      url: '/api/admin/users/import',
      headers: { 'content-type': 'text/csv' },
      payload: ['username', ...lines].join('\r\n'),
    }),
  );
  const users = await app.db.selectFrom('users').select('id').where('role', '=', 'user').execute();
  const userIds = users.map(({ id }) => id);
  await ok(admin.post('/api/admin/users/bulk-action', { userIds, action: 'status', value: 'suspended' }));
  await allArrived(place);
  const idsOf = (type: 'user.created' | 'user.changed') => target.eventsOf(type).map(({ data }) => data.id);
  expect(idsOf('user.created').sort()).toEqual(userIds.sort());
  expect(idsOf('user.changed').sort()).toEqual(userIds);
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(target.received.length);
});

test('What is rolled back, and what happens without a URL, writes no event', async () => {
  const place = await startPlace();
  const admin = await signedIn(place.app, ADMIN);
  await allArrived(place);
  expect((await admin.post('/api/admin/users', { username: 'admin', role: 'user' })).statusCode).toBe(409);
  expect(await waiting(place.app)).toEqual([]);
  expect(place.target.types).toEqual(['staff.signed_in']);

  const app = await startApp();
  const other = await signedIn(app, ADMIN);
  await ok(other.post('/api/admin/users', { username: 'mira', role: 'user' }));
  await app.webhooks.look();
  expect(await waiting(app)).toEqual([]);
});

describe('An event that the target refuses', () => {
  /** The first event of an account is refused, and two more wait behind it. */
  async function refused() {
    const place = await startPlace();
    const { app, target } = place;
    const admin = await signedIn(app, ADMIN);
    await allArrived(place);
    target.behaviour = 500;
    const user = await ok(admin.post('/api/admin/users', { username: 'mira', role: 'user' }));
    await until('it was tried', async () =>
      (await waiting(app)).some(({ state, attempts }) => state === 'queued' && attempts === 1),
    );
    target.behaviour = 204;
    await patch(admin, `/api/admin/users/${user.id}`, { firstName: 'Mira' });
    await patch(admin, `/api/admin/users/${user.id}/status`, { status: 'suspended' });
    return { ...place, admin, user };
  }

  test('holds back the later events of its person, and nobody else', async () => {
    const place = await refused();
    const { app, target, admin } = place;
    await ok(admin.post('/api/admin/users', { username: 'hugo', role: 'user' }));
    await until('the other person has arrived', () => target.eventsOf('user.created').length === 2);
    await expect.poll(() => waiting(app)).toHaveLength(3);
    app.clock.advance(5 * SECOND);
    await allArrived(place);
    const ofMira = target.events.filter(({ data }) => 'username' in data && data.username === 'mira');
    expect(ofMira.map(({ type, data }) => [type, 'changed' in data ? data.changed : null])).toEqual([
      ['user.created', null],
      ['user.created', null],
      ['user.changed', ['first_name']],
      ['user.changed', ['status']],
    ]);
  });

  test('no longer holds them back once it has failed for good', async () => {
    const place = await refused();
    const { app, target } = place;
    target.behaviour = (response) => {
      const isFirst = target.events.at(-1)?.type === 'user.created';
      response.writeHead(isFirst ? 410 : 204).end();
    };
    app.clock.advance(5 * SECOND);
    await until('the others have arrived', async () => {
      await app.webhooks.work();
      return target.eventsOf('user.changed').length === 2;
    });
    await expect.poll(() => waiting(app)).toMatchObject([{ state: 'failed', kind: 'user.created' }]);
  });

  test('waits behind an event of another process whose clock is ahead', async () => {
    if (inject('database') !== 'postgres') return;
    const place = await refused();
    const { app, target, admin, user } = place;
    const last = (await waiting(app)).at(-1);
    const ahead = newId(timeOfId(last?.id ?? '') + MINUTE);
    await app.db
      .updateTable('outbox')
      .set({ id: ahead })
      .where('id', '=', last?.id ?? '')
      .execute();
    await patch(admin, `/api/admin/users/${user.id}/status`, { status: 'active' });
    expect((await waiting(app)).at(-1)?.id).not.toBe(ahead);
    app.clock.advance(5 * SECOND);
    await allArrived(place);
    expect(target.eventsOf('user.changed').map(({ data }) => data.status)).toEqual(['active', 'suspended', 'active']);
  });
});

test('Many events of one person that wait neither stop those of others nor lose their order', async () => {
  const place = await startPlace();
  const { app, target } = place;
  target.behaviour = 500;
  const erased = (person: string, number: number) => ({
    type: 'person.erased' as const,
    person,
    data: { account: `${person} ${number}`, guests: [], counts: {} },
  });
  const emit = (...events: ReturnType<typeof erased>[]) =>
    app.transact('server', (trx) => app.webhooks.emit(trx, ...events));
  await emit(erased('one', 0));
  await until('it was tried', async () =>
    (await waiting(app)).some(({ attempts, state }) => attempts > 0 && state === 'queued'),
  );
  target.behaviour = 204;
  const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
  await emit(...numbers.map((number) => erased('one', number)));
  await emit(erased('other', 0));
  await until('the other one has arrived', async () => {
    await app.webhooks.work();
    return target.eventsOf('person.erased').some(({ data }) => data.account === 'other 0');
  });
  await expect.poll(() => waiting(app)).toHaveLength(251);
  app.clock.advance(10 * SECOND);
  await allArrived(place);
  const arrived = target.eventsOf('person.erased').map(({ data }) => data.account);
  expect(arrived.filter((name) => name !== 'other 0').slice(1)).toEqual(
    [0, ...numbers].map((number) => `one ${number}`),
  );
});

test('A target for events that hangs delays no result', async () => {
  const [smtp, results] = [await TestSmtp.start(), await WebhookTarget.start()];
  const place = await startPlace({ SMTP_URL: smtp.url, ...results.env });
  place.target.behaviour = 'silent';
  const admin = await signedIn(place.app, ADMIN);
  for (let index = 0; index < 8; index += 1)
    await ok(admin.post('/api/admin/users', { username: `guest-${index}`, role: 'user' }));
  await until('it hangs', () => place.target.received.length === 5);
  const guest = place.app.client();
  await ok(guest.post('/api/user/send-verification-code', { email: 'mira@example.com' }));
  await ok(guest.post('/api/user/verify-code', { email: 'mira@example.com', code: codeIn(await smtp.mail(1)) }));
  await until('the result has arrived', () => results.types.includes('verification.completed'));
  expect(place.target.received).toHaveLength(5);
});

test('The head of the audit trail is sent once an hour', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const heads = async () => {
    await Promise.all([app.webhooks.look(), app.webhooks.look()]);
    await allArrived(place);
    return target.eventsOf('audit.head').map(({ data }) => data);
  };
  await signedIn(app, ADMIN);
  await app.audit.link();
  const { position, hash } = await app.db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  expect(await heads()).toEqual([{ position, hash, head: `${position}:${hash}` }]);
  app.clock.advance(HOUR - 1);
  expect(await heads()).toHaveLength(1);
  app.clock.advance(1);
  expect(await heads()).toHaveLength(2);
});

test('A command beside the server writes events too', async () => {
  const place = await startPlace();
  const env = { ...place.app.database.env, ...place.target.eventsEnv, SECRET_KEY: TEST_KEY };
  await adminCommand(['create', 'ops'], readConfig(env), createLog('silent'));
  // Commands have the real clock.
  place.app.clock.advance(Date.now() - place.app.clock.now() + MINUTE);
  await allArrived(place);
  expect(place.target.events).toMatchObject([
    { type: 'user.created', data: { username: 'ops', role: 'admin', by: 'command_line' } },
  ]);
});

test('Staff see the deliveries of both targets, filter them by type, and send an event again', async () => {
  const [smtp, results] = [await TestSmtp.start(), await WebhookTarget.start()];
  const place = await startPlace({ SMTP_URL: smtp.url, ...results.env });
  const { app, target } = place;
  const guest = app.client();
  await ok(guest.post('/api/user/send-verification-code', { email: 'mira@example.com' }));
  await ok(guest.post('/api/user/verify-code', { email: 'mira@example.com', code: codeIn(await smtp.mail(1)) }));
  await allArrived(place);
  target.behaviour = 410;
  const admin = await signedIn(app, ADMIN);
  await until('it has failed', async () => (await waiting(app))[0]?.state === 'failed');
  const list = async (type = ''): Promise<WebhookDeliveries> => ok(admin.get(`/api/admin/webhook/deliveries${type}`));
  const { targets, deliveries } = await list();
  expect(targets).toMatchObject([
    { target: 'outcome', failingSince: null },
    { target: 'events', failingSince: deliveries[0]?.createdAt },
  ]);
  expect(deliveries.map(({ target: of, type, email }) => [of, type, email])).toEqual([
    ['events', 'staff.signed_in', null],
    ['events', 'guest.verified', null],
    ['outcome', 'verification.completed', 'm…a@e…e.com'],
  ]);
  const { deliveries: filtered } = await list('?type=staff.signed_in');
  expect(filtered).toEqual([deliveries[0]]);
  expect((await admin.get('/api/admin/webhook/deliveries?type=other')).statusCode).toBe(400);

  const checks = (await ok(admin.get('/api/admin/security-check'))) as { id: string; result: string }[];
  expect(checks.filter(({ id }) => id === 'webhook' || id === 'events')).toMatchObject([
    { id: 'webhook', result: 'pass' },
    { id: 'events', result: 'fail' },
  ]);
  await app.notifications.settle();
  const notices: Notification[] = await ok(admin.get('/api/admin/notifications?type=webhook_failure'));
  expect(notices.map(({ title }) => title)).toEqual(['Event not delivered']);

  target.behaviour = 204;
  await ok(admin.post(`/api/admin/webhook/deliveries/${deliveries[0]?.id}/send-again`));
  await allArrived(place);
  expect(target.received.filter(({ id }) => id === deliveries[0]?.id)).toHaveLength(2);
  const entries = await ok(admin.get('/api/admin/activity?q=webhook%20resent'));
  expect(entries[0]?.details).toMatchObject({ change: 'webhook resent', type: 'staff.signed_in' });
  expect((await list()).targets.map(({ failingSince }) => failingSince)).toEqual([null, null]);
});

test('Neither memory nor the database holds the address of a waiting event in clear', async () => {
  const place = await startPlace();
  place.target.behaviour = 500;
  await createAccount(place.app, { email: 'mira@example.com', password: PASSWORD });
  const client = await signedIn(place.app);
  await patch(client, '/api/user/profile', { firstName: 'Mira' });
  const rows = await waiting(place.app);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('mira@');
});

test('An erasure names the ids of earlier events, so that other programs can erase too, and nothing else', async () => {
  const place = await startPlace();
  const { app, target } = place;
  const admin = await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { username: 'mira', email: 'mira@example.com' });
  target.behaviour = 500;
  await patch(admin, `/api/admin/users/${id}`, { firstName: 'Mira' });
  await until('the change was tried', () => target.eventsOf('user.changed').length === 1);
  await until('it waits', async () =>
    (await waiting(app)).some(({ kind, state }) => kind === 'user.changed' && state === 'queued'),
  );
  await ok(admin.post('/api/admin/people/erase', { email: 'mira@example.com' }));
  const before = target.received.length;
  target.behaviour = 204;
  app.clock.advance(HOUR);
  await allArrived(place);
  const [erased] = target.eventsOf('person.erased');
  expect(erased?.data).toMatchObject({ account: id, guests: [], counts: { account: 1 } });
  expect(target.received.slice(before).filter(({ body }) => /mira/i.test(body))).toEqual([]);
});
