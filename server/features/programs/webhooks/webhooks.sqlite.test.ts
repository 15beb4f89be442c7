import { SignJWT } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import type { Notification } from '../../../../contract/notifications/notifications.ts';
import type { WebhookDeliveries, WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { newDatabase } from '../../../../tests/support/database.ts';
import { detail } from '../../../../tests/support/detail.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';
import { verifiedEvent, WEBHOOK_SECRET, WebhookTarget } from '../../../../tests/support/webhook-target.ts';
import { guestMails } from '../../../delivery/outbox-queries.ts';
import { publicGuestId } from '../../../visitor/guest-id.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Place {
  readonly app: TestApp;
  readonly smtp: TestSmtp;
}

async function startPlace(env: Record<string, string>): Promise<Place> {
  const smtp = await TestSmtp.start();
  return { smtp, app: await startApp({ env: { SMTP_URL: smtp.url, ...env } }) };
}

const askForCode = (client: HttpClient, email: string) => client.post('/api/user/send-verification-code', { email });

async function codeFor({ smtp }: Place, client: HttpClient, email: string): Promise<string> {
  const before = smtp.received.length;
  expect((await askForCode(client, email)).statusCode).toBe(200);
  return codeIn(await smtp.mail(before + 1));
}

/** A guest confirms an address. Returns the code, which must not be found anywhere. */
async function verify(place: Place, email = 'mira@gmail.com', client = place.app.client()): Promise<string> {
  const code = await codeFor(place, client, email);
  expect((await client.post('/api/user/verify-code', { email, code })).json()).toEqual({ success: true });
  return code;
}

const rows = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('outbox').selectAll().where('channel', 'in', ['webhook', 'events']).orderBy('id').execute();

const rowOf = async (app: TestApp) => {
  const [row] = await rows(app);
  if (row === undefined) throw new Error('There is no delivery.');
  return row;
};

const work = (app: TestApp) => app.webhooks.work();

/** As much time as it takes to the next try. */
async function nextTry(app: TestApp): Promise<void> {
  const { due_at, attempts } = await rowOf(app);
  app.clock.advance(Math.max(0, due_at - app.clock.now()));
  await work(app);
  await until('it was tried', async () => {
    const row = await rowOf(app);
    return row.attempts > attempts && row.state !== 'sending';
  });
}

const tried = (app: TestApp, state: string) =>
  until(`it is ${state}`, async () => {
    const row = await rowOf(app);
    return row.state === state && row.attempts > 0;
  });

const listed = async (admin: HttpClient): Promise<WebhookDeliveries> =>
  (await admin.get('/api/admin/webhook/deliveries')).json();

test('A result arrives signed, with the claims of the gate token and without the code', async () => {
  const target = await WebhookTarget.start();
  const gateSecret = 'a-gate-secret-for-tests-that-is-long-enough';
  const place = await startPlace({ ...target.env, GATE: 'token', GATE_SECRET: gateSecret });
  const { app } = place;
  const token = await new SignJWT({ order: 4711 })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('guest-gate')
    .setJti('token-1')
    .setSubject('customer-7')
    .setIssuedAt(Math.floor(app.clock.now() / 1000))
    .setExpirationTime(Math.floor(app.clock.now() / 1000) + 600)
    .sign(new TextEncoder().encode(gateSecret));
  const guest = app.client();
  expect((await guest.post('/api/auth/validate-verification-token', { token })).statusCode).toBe(200);
  const code = await codeFor(place, guest, 'mira@gmail.com');
  app.clock.advance(42 * SECOND);
  const at = new Date(app.clock.now()).toISOString();
  expect((await guest.post('/api/user/verify-code', { email: 'mira@gmail.com', code })).statusCode).toBe(200);
  await until('it has come', () => target.received.length === 1);
  const [got] = target.received;
  if (got === undefined) throw new Error('nothing came');
  const verified = await app.db.selectFrom('verified_addresses').select('id').executeTakeFirstOrThrow();
  expect(verifiedEvent(got)).toEqual({
    type: 'verification.completed',
    timestamp: at,
    data: {
      id: verified.id,
      email: 'mira@gmail.com',
      email_verified: true,
      verified_at: at,
      took_seconds: 42,
      helped: false,
      gate: { jti: 'token-1', sub: 'customer-7', claims: { order: 4711 } },
    },
  });
  expectUnsaid(code, `${got.body}${JSON.stringify(got.headers)}`);
  await tried(app, 'sent');
  expect(await rowOf(app)).toMatchObject({
    id: got.id,
    attempts: 1,
    answer: '204 No Content',
    error: null,
    sealed: null,
  });
  // It is no email, so a search for the guest's emails does not find it.
  const { guest_id } = await rowOf(app);
  expect(await guestMails(app.db, 0, { guests: [guest_id ?? ''] })).toMatchObject([{ state: 'sent' }]);
});

test('Without a webhook nothing is written, announced or counted', async () => {
  const place = await startPlace({});
  await verify(place);
  place.app.clock.advance(2 * HOUR);
  expect(place.app.outcome).toBeNull();
  await place.app.webhooks.look();
  expect(await rows(place.app)).toEqual([]);
  const admin = await signedIn(place.app, ADMIN);
  expect(await listed(admin)).toEqual({ targets: [], deliveries: [] });
  expect((await admin.post('/api/admin/webhook/deliveries/x/send-again')).statusCode).toBe(404);
  const checks = (await admin.get('/api/admin/security-check')).json() as { id: string }[];
  expect(checks.map(({ id }) => id)).not.toContain('webhook');
});

describe('Targets of the webhook', () => {
  test('A dead target delays no guest and gets everything later, with the same id', async () => {
    const target = await WebhookTarget.start();
    await target.close();
    const place = await startPlace(target.env);
    await verify(place);
    await tried(place.app, 'queued');
    const { id } = await rowOf(place.app);
    expect(await rowOf(place.app)).toMatchObject({ answer: 'refused the connection', attempts: 1 });
    await nextTry(place.app);
    await target.open();
    await nextTry(place.app);
    await tried(place.app, 'sent');
    expect(target.received.map((got) => got.id)).toEqual([id]);
    expect(await rowOf(place.app)).toMatchObject({ attempts: 3, answer: '204 No Content' });
  });

  detail('A target that never answers delays no guest and hardly the shutdown', async () => {
    const target = await WebhookTarget.start();
    target.behaviour = 'silent';
    const place = await startPlace(target.env);
    // More than are sent at once.
    for (let index = 0; index < 8; index += 1) await verify(place, `guest${index}@example.com`);
    await until('as many as may be are under way', () => target.received.length === 5);
    expect((await rows(place.app)).filter(({ state }) => state === 'sending')).toHaveLength(5);
    await place.app.close();
    expect(target.received).toHaveLength(5);
  });

  test('A target that answers 500 and then 200 gets the result twice, with the same id and another time', async () => {
    const target = await WebhookTarget.start();
    target.behaviour = 500;
    const place = await startPlace(target.env);
    await verify(place);
    await tried(place.app, 'queued');
    target.behaviour = 200;
    await nextTry(place.app);
    const [first, second] = target.received;
    expect([first?.id, first?.body]).toEqual([second?.id, second?.body]);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(await rowOf(place.app)).toMatchObject({ state: 'sent', answer: '200 OK' });
  });

  test('A target that answers 301 is retried, and the redirect is not followed', async () => {
    const target = await WebhookTarget.start();
    const elsewhere = await WebhookTarget.start();
    target.behaviour = (response) => response.writeHead(301, { location: elsewhere.url }).end();
    const place = await startPlace(target.env);
    await verify(place);
    await tried(place.app, 'queued');
    expect(await rowOf(place.app)).toMatchObject({ answer: '301 Moved Permanently' });
    expect(elsewhere.received).toEqual([]);
  });

  /** A delivery that the target answered with 410, and an admin who looks at it. */
  async function failedDelivery() {
    const target = await WebhookTarget.start();
    target.behaviour = 410;
    const place = await startPlace(target.env);
    const code = await verify(place);
    await tried(place.app, 'failed');
    const admin = await signedIn(place.app, ADMIN);
    const again = (id: string) => admin.post(`/api/admin/webhook/deliveries/${id}/send-again`);
    return { app: place.app, target, code, admin, again };
  }

  /** Admins' notifications of failed deliveries. */
  async function failureNotices({ notifications }: TestApp, admin: HttpClient): Promise<Notification[]> {
    await notifications.settle();
    return (await admin.get('/api/admin/notifications?type=webhook_failure')).json();
  }

  test('A target that answers 410 is not tried again, and admins are notified without the address', async () => {
    const { app, target } = await failedDelivery();
    app.clock.advance(3 * HOUR);
    await work(app);
    expect(target.received).toHaveLength(1);
    const notices = await failureNotices(app, await signedIn(app, ADMIN));
    expect(notices).toMatchObject([{ title: 'Result not delivered', about: { kind: 'settings', id: 'webhook' } }]);
    expect(notices[0]?.message).toContain('410 Gone');
    expect(notices[0]?.message).not.toContain('mira');
  });

  test('The settings list a failed delivery with its target and a masked address', async () => {
    const { target, admin } = await failedDelivery();
    const { targets, deliveries } = await listed(admin);
    const shown = { host: `127.0.0.1:${target.port}`, path: '/hooks/gatehouse' };
    expect(targets).toMatchObject([{ target: 'outcome', ...shown }]);
    expect(deliveries[0]).toMatchObject({
      target: 'outcome',
      type: 'verification.completed',
      email: 'm…a@gmail.com',
      state: 'failed',
      tries: 1,
      answer: '410 Gone',
      nextTryAt: null,
      canSendAgain: true,
    });
  });

  test('An admin sends a failed delivery again: once, with an entry in the log', async () => {
    const { app, target, admin, again } = await failedDelivery();
    const [failed] = (await listed(admin)).deliveries as [WebhookDelivery];
    target.behaviour = 200;
    const answers = await Promise.all([again(failed.id), again(failed.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await tried(app, 'sent');
    expect(target.received.map(({ id }) => id)).toEqual([failed.id, failed.id]);
    // It is delivered, so nothing is left to send.
    expect((await again(failed.id)).json().error).toBe('delivery_not_possible');
    expect((await again('unknown')).json().error).toBe('delivery_gone');
    expect((await listed(admin)).deliveries).toMatchObject([{ state: 'delivered', canSendAgain: false, tries: 1 }]);
    const entries = (await admin.get('/api/admin/activity')).json() as { details: Record<string, unknown> | null }[];
    expect(entries.filter(({ details }) => details?.change === 'webhook resent')).toMatchObject([
      { details: { delivery: failed.id, email: 'm…a@gmail.com' } },
    ]);
  });

  test('Neither the code nor a secret of the target appears in notifications, lists, log or delivery', async () => {
    const { app, target, code, admin, again } = await failedDelivery();
    const [failed] = (await listed(admin)).deliveries as [WebhookDelivery];
    target.behaviour = 200;
    expect((await again(failed.id)).statusCode).toBe(200);
    await tried(app, 'sent');
    const entries = (await admin.get('/api/admin/activity')).json();
    const notices = await failureNotices(app, admin);
    expect(notices).toHaveLength(1);
    const everything = JSON.stringify([notices, failed, entries, await rows(app), app.logged, target.received]);
    expectUnsaid(code, everything);
    expect(JSON.stringify([failed, app.logged])).not.toContain('kept-secret');
    expect(everything).not.toContain(WEBHOOK_SECRET);
  });

  test.for(['OUTCOME', 'EVENTS'])(
    'A target that resolves to a private address is not called: %s_WEBHOOK_URL',
    async (of) => {
      const target = await WebhookTarget.start();
      const url = `https://localhost:${target.port}/hook`;
      const env = of === 'OUTCOME' ? target.env : target.eventsEnv;
      const place = await startPlace({ ...env, [`${of}_WEBHOOK_URL`]: url });
      await verify(place);
      await tried(place.app, 'queued');
      expect(await rowOf(place.app)).toMatchObject({ answer: 'resolves to a private address' });
      expect(target.received).toEqual([]);
    },
  );

  test('A Retry-After of the target is obeyed, but never shortens the pause', async () => {
    const target = await WebhookTarget.start();
    const pauseAfter = async (retryAfter: string) => {
      target.behaviour = (response) => response.writeHead(503, { 'retry-after': retryAfter }).end();
      await nextTry(place.app);
      return (await rowOf(place.app)).due_at - place.app.clock.now();
    };
    target.behaviour = 503;
    const place = await startPlace(target.env);
    await verify(place);
    await tried(place.app, 'queued');
    expect(await pauseAfter('900')).toBe(900 * SECOND);
    expect(await pauseAfter('1')).toBe(2 * MINUTE);
    expect(await pauseAfter('999999')).toBe(2 * HOUR);
  });
});

test('A delivery is retried for a day with growing pauses, then fails, and admins are notified', async () => {
  const target = await WebhookTarget.start();
  target.behaviour = 500;
  const place = await startPlace(target.env);
  const { app } = place;
  await verify(place);
  await tried(app, 'queued');
  const began = app.clock.now();
  const pauses: number[] = [];
  for (;;) {
    const { due_at, expires_at } = await rowOf(app);
    if (due_at >= expires_at) break;
    pauses.push(due_at - app.clock.now());
    await nextTry(app);
  }
  expect(pauses.slice(0, 6)).toEqual([5, 30, 120, 600, 1_800, 3_600].map((seconds) => seconds * SECOND));
  expect(new Set(pauses.slice(6))).toEqual(new Set([2 * HOUR]));
  app.clock.advance(began + 24 * HOUR - app.clock.now());
  await work(app);
  await until('it is given up', async () => (await rowOf(app)).state === 'expired');
  expect((await rowOf(app)).sealed).not.toBeNull();
  const admin = await signedIn(app, ADMIN);
  await app.notifications.settle();
  const told: Notification[] = (await admin.get('/api/admin/notifications?type=webhook_failure')).json();
  expect(told.map(({ title }) => title)).toEqual(['Result not delivered']);
  const { deliveries, targets } = await listed(admin);
  expect(deliveries).toMatchObject([{ state: 'expired', answer: '500 Internal Server Error', canSendAgain: true }]);
  expect(targets[0]?.failingSince).toBe(deliveries[0]?.createdAt);
  const checks = (await admin.get('/api/admin/security-check')).json() as { id: string }[];
  expect(checks.find(({ id }) => id === 'webhook')).toMatchObject({ result: 'fail' });

  target.behaviour = 200;
  await admin.post(`/api/admin/webhook/deliveries/${deliveries[0]?.id}/send-again`);
  await tried(app, 'sent');
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(1);
  expect((await listed(admin)).targets[0]?.failingSince).toBeNull();
});

test('When nothing has been delivered for an hour, admins are notified once', async () => {
  const target = await WebhookTarget.start();
  target.behaviour = 500;
  const place = await startPlace(target.env);
  const { app } = place;
  const told = async () => {
    await app.webhooks.look();
    await app.notifications.settle();
    const admin = await signedIn(app, ADMIN);
    const found: Notification[] = (await admin.get('/api/admin/notifications?type=webhook_failure')).json();
    return found.map(({ title, count }) => [title, count]);
  };
  await verify(place);
  await tried(app, 'queued');
  app.clock.advance(20 * MINUTE);
  expect(await told()).toEqual([]);
  app.clock.advance(40 * MINUTE);
  expect(await told()).toEqual([['Webhook unreachable', 1]]);
  expect(await told()).toEqual([['Webhook unreachable', 1]]);
});

test('Results of one guest arrive in order, and a failed one does not block the next', async () => {
  const target = await WebhookTarget.start();
  target.behaviour = 500;
  const place = await startPlace(target.env);
  const { app } = place;
  const [mira, hugo] = [app.client(), app.client()];
  await verify(place, 'first@example.com', mira);
  await tried(app, 'queued');
  await verify(place, 'second@example.com', mira);
  await verify(place, 'other@example.com', hugo);
  await until('the other one was tried', () => target.received.length === 2);
  const emails = () => target.received.map(({ event }) => event.data.email);
  expect(emails()).toEqual(['first@example.com', 'other@example.com']);
  target.behaviour = 410;
  app.clock.advance(5 * SECOND);
  await work(app);
  await until('the second was tried', () => emails().includes('second@example.com'));
  expect(emails().slice(0, 2)).toEqual(['first@example.com', 'other@example.com']);
  expect(emails().lastIndexOf('first@example.com')).toBeLessThan(emails().indexOf('second@example.com'));
});

describe('An abandoned verification', () => {
  const ABANDONED = 5 * MINUTE + 30 * MINUTE;

  test('An abandoned verification is reported once, 30 minutes after its last code expired', async () => {
    const target = await WebhookTarget.start();
    const place = await startPlace(target.env);
    const { app } = place;
    const guest = app.client();
    const began = new Date(app.clock.now()).toISOString();
    const code = await codeFor(place, guest, 'hugo@example.com');
    await until('the mail was taken', async () => {
      const row = await app.db.selectFrom('guest_verifications').select('accepted_at').executeTakeFirstOrThrow();
      return row.accepted_at !== null;
    });
    app.clock.advance(ABANDONED - 1);
    await app.outcome?.look();
    expect(await rows(app)).toEqual([]);
    app.clock.advance(1);
    await Promise.all([app.outcome?.look(), app.outcome?.look()]);
    await until('it has come', () => target.received.length === 1);
    const [got] = target.received;
    expect(got?.event).toEqual({
      type: 'verification.abandoned',
      timestamp: new Date(app.clock.now()).toISOString(),
      data: {
        id: got?.id,
        email: 'hugo@example.com',
        email_verified: false,
        began_at: began,
        abandoned_at: new Date(app.clock.now()).toISOString(),
        gate: null,
      },
    });
    expectUnsaid(code, got?.body ?? '');
    await app.outcome?.look();
    expect(await rows(app)).toHaveLength(1);

    await verify(place, 'hugo@example.com', guest);
    await until('that came too', () => target.received.length === 2);
    expect(target.types).toEqual(['verification.abandoned', 'verification.completed']);
    app.clock.advance(2 * ABANDONED);
    await app.outcome?.look();
    expect(await rows(app)).toHaveLength(2);
    const publicId = publicGuestId(app.keys, String(guest.cookies.get('guest')).split('.', 1)[0] as string);
    expect((await rows(app)).map(({ guest_id }) => guest_id)).toEqual([publicId, publicId]);
  });

  detail('Any number of abandoned verifications is reported', async () => {
    const target = await WebhookTarget.start();
    const { app } = await startPlace(target.env);
    const now = app.clock.now();
    const many = Array.from({ length: 250 }, (_, index) => ({
      guest_secret: `guest-${index}`,
      public_id: `public-${index}`,
      email: `guest${index}@example.com`,
      code_hash: 'x',
      sent_at: now,
      expires_at: now + 5 * MINUTE,
      tries: 0,
      first_sent_at: now,
    }));
    await app.db.insertInto('guest_verifications').values(many).execute();
    app.clock.advance(ABANDONED);
    await app.outcome?.look();
    expect(await rows(app)).toHaveLength(250);
    await until('all have come', async () => {
      await work(app);
      return target.received.length === 250;
    });
    expect(new Set(target.received.map(({ id }) => id)).size).toBe(250);
  });
});

test('Users and guests do not see the deliveries', async () => {
  const app = await startApp();
  await createAccount(app);
  for (const client of [app.client(), await signedIn(app)])
    expect([401, 403]).toContain((await client.get('/api/admin/webhook/deliveries')).statusCode);
});

detail('After the clock was set back, waiting deliveries are sent at once', async () => {
  const port = await freePort();
  const target = `http://127.0.0.1:${port}/`;
  const place = await startPlace({ OUTCOME_WEBHOOK_URL: target, OUTCOME_WEBHOOK_SECRET: WEBHOOK_SECRET });
  const { app } = place;
  await verify(place);
  await tried(app, 'queued');
  const { attempts, due_at } = await rowOf(app);
  app.clock.advance(-HOUR);
  await work(app);
  // An hour is a pause like any other.
  expect(await rowOf(app)).toMatchObject({ attempts, due_at });
  app.clock.advance(-2 * HOUR);
  await work(app);
  await until('it was tried', async () => (await rowOf(app)).attempts === attempts + 1);
});

if (inject('database') === 'postgres') {
  test('Two processes send each result and each abandoned verification once', async () => {
    const database = await newDatabase();
    const smtp = await TestSmtp.start();
    const target = await WebhookTarget.start();
    const options = { database, env: { SMTP_URL: smtp.url, MAIL_RATE: '6000', ...target.env } };
    const [one, two] = [await startApp(options), await startApp(options)];
    for (let index = 0; index < 20; index += 1) {
      await verify({ app: index % 2 === 0 ? one : two, smtp }, `guest${index}@example.com`);
      if (index % 4 === 0) await Promise.all([work(one), work(two)]);
    }
    for (let index = 0; index < 5; index += 1) await askForCode(one.client(), `gone${index}@example.com`);
    await smtp.mail(25);
    for (const app of [one, two]) app.clock.advance(HOUR);
    await Promise.all([one, two, one, two].map((app) => app.outcome?.look()));
    await until('all have come', () => target.received.length >= 25);
    await Promise.all([work(one), work(two)]);
    expect(target.received).toHaveLength(25);
    expect(new Set(target.received.map(({ id }) => id)).size).toBe(25);
    await Promise.all([one.close(), two.close()]);
    await database.remove();
  });
}
