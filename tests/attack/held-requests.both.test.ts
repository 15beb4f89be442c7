import { PassThrough } from 'node:stream';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, inject, test } from 'vitest';
import { newId } from '../../server/db/ids.ts';
import { PROOF_MS } from '../../server/sessions/access.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { WITH_KEYS } from '../support/api-key.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { changesBy as allChangesBy } from '../support/contents.ts';
import { guestInFlow } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { IdentityProvider } from '../support/identity-provider.ts';
import { until } from '../support/process.ts';
import { type DescribedRoute, describedRoutes } from '../support/routes.ts';
import { inTurn } from '../support/thorough.ts';
import { WEBHOOK_SECRET } from '../support/webhook-target.ts';
import { EXAMPLES, type Work } from './held-examples.ts';

/** Without the times of last use, which a timer writes every minute. */
const changesBy = async (app: TestApp, work: () => Promise<unknown>) =>
  (await allChangesBy(app, work)).filter((change) => change !== 'sessions.seen_at');

const VISITOR = { ipAddress: '198.51.100.1', location: 'Unknown', device: 'Test', userAgent: '' };

interface Sender {
  readonly id: string;
  readonly client: HttpClient;
  readonly elsewhere: HttpClient;
}

/** `app` gets the request; `there` ends its sender's authority meanwhile (another process on PostgreSQL). */
interface Place {
  readonly app: TestApp;
  readonly there: TestApp;
  readonly boss: HttpClient;
  readonly targets: Pick<Work, 'guestId' | 'notificationId' | 'proposalId' | 'deliveryId' | 'jobId'>;
}

let number = 0;

async function senderAt({ app, there }: Pick<Place, 'app' | 'there'>): Promise<Sender> {
  number += 1;
  const user = await createAccount(app, { username: `sender-${number}`, role: 'admin' });
  const browserAt = async (process: TestApp) => {
    const client = process.client();
    const { token } = await process.transact('server', (trx) => process.sessions.start(trx, user, VISITOR, true));
    client.cookies.set(process.http.sessionCookie.name, token);
    return client;
  };
  return { id: user.id, client: await browserAt(app), elsewhere: await browserAt(there) };
}

/** What happens to the sender while the request is held. */
const EVENTS: Record<string, (place: Place, sender: Sender) => Promise<LightMyRequestResponse>> = {
  suspended: ({ boss }, { id }) =>
    boss.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } }),
  'signed out elsewhere': (_, { elsewhere }) => elsewhere.request({ method: 'DELETE', url: '/api/auth/sessions' }),
  'role lost': ({ boss }, { id }) =>
    boss.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role: 'user' } }),
  'password changed': (_, { elsewhere }) =>
    elsewhere.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'the password of the owner',
    }),
  'password changed in the stolen session itself': ({ there }, { client }) => {
    const owner = there.client();
    for (const [name, value] of client.cookies) owner.cookies.set(name, value);
    return owner.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'the password of the owner',
    });
  },
  'account deleted': ({ boss }, { id }) => boss.request({ method: 'DELETE', url: `/api/admin/users/${id}` }),
};

async function startPlace(): Promise<Place> {
  const provider = await IdentityProvider.start();
  const env = {
    ...provider.env,
    ...WITH_KEYS,
    // Nothing listens there, so a repeated delivery waits.
    OUTCOME_WEBHOOK_URL: 'http://127.0.0.1:9/',
    OUTCOME_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const fetchNothing: typeof fetch = async (input, init) => {
    if (String(input).startsWith(provider.issuer)) return fetch(input, init);
    throw new Error('There is no network here');
  };
  const app = await startApp({ env, fetch: fetchNothing });
  const there =
    inject('database') === 'sqlite' ? app : await startApp({ env, fetch: fetchNothing, database: app.database });
  const boss = await signedIn(there, ADMIN);
  const { id: guestId } = await guestInFlow(app);
  // Both processes need the same time.
  there.clock.advance(app.clock.now() - there.clock.now());
  await app.presence.settle();
  await app.notifications.settle();
  const { id: notificationId } = await app.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow();
  const { id: bossId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const [proposalId, deliveryId] = [newId(app.clock.now()), newId(app.clock.now())];
  await app.db
    .insertInto('setting_proposals')
    .values({
      id: proposalId,
      name: 'supportContact',
      value: 'help@example.com',
      proposed_by: bossId,
      proposed_name: ADMIN.username,
      ip_address: VISITOR.ipAddress,
      location: VISITOR.location,
      device: VISITOR.device,
      user_agent: '',
      proposed_at: app.clock.now(),
      in_force_at: app.clock.now() + 86_400_000,
    })
    .execute();
  await app.db
    .insertInto('outbox')
    .values({
      id: deliveryId,
      channel: 'webhook',
      recipient: 'guest@example.com',
      sealed: app.keys.seal('{}', 'outbox'),
      state: 'failed',
      attempts: 1,
      due_at: app.clock.now(),
      expires_at: app.clock.now() + 86_400_000,
      created_at: app.clock.now(),
      turn: 0,
      kind: 'verification.completed',
    })
    .execute();
  const job = await boss.post('/api/admin/bulk-jobs', { filter: { q: 'nobody at all' }, action: 'delete' });
  const jobId: string = job.json().id;
  await until('the job has ended', async () => {
    const { state } = await app.db
      .selectFrom('bulk_jobs')
      .select('state')
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow();
    return state !== 'running';
  });
  return { app, there, boss, targets: { guestId, notificationId, proposalId, deliveryId, jobId } };
}

interface Held {
  readonly answer: Promise<LightMyRequestResponse>;
  release(): Promise<LightMyRequestResponse>;
}

/** Sends the head and half of the body; resolves when the server has authenticated the request. */
async function hold(app: TestApp, client: HttpClient, options: InjectOptions, body: string): Promise<Held> {
  const stream = new PassThrough();
  const half = Math.floor(body.length / 2);
  const { sessions } = app;
  const { find } = sessions;
  const authenticated = new Promise<void>((resolve) => {
    sessions.find = (...asked) => {
      const found = find.apply(sessions, asked);
      void Promise.resolve(found).then((session) => session !== null && resolve());
      return found;
    };
  });
  stream.write(body.slice(0, half));
  const answer = client.request({ ...options, payload: stream });
  const tooEarly = answer.then((told) => Promise.reject(new Error(`It was not held: ${told.body}`)));
  await Promise.race([authenticated, tooEarly]);
  sessions.find = find;
  return {
    answer,
    release() {
      stream.end(body.slice(half));
      return answer;
    },
  };
}

/** Comparing all tables takes longer than a request, so some requests are compared together. */
const TOGETHER = 10;
const groupsOf = (routes: readonly DescribedRoute[]) =>
  Array.from({ length: Math.ceil(routes.length / TOGETHER) }, (_, at) =>
    routes.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

const isWriting = ({ method, access }: DescribedRoute) => method !== 'GET' && access !== 'anyone' && access !== 'guest';

async function requestOf(route: DescribedRoute, place: Place, sender: Sender) {
  number += 1;
  const where = `${route.method} ${route.path}`;
  const example = EXAMPLES[where];
  if (example === undefined) throw new Error(`${where} needs an example in tests/attack/held-examples.ts`);
  const { ids = [], payload = {}, error } = await example({ app: place.app, ...sender, ...place.targets, number });
  let at = 0;
  const url = route.path.replaceAll(/\{\w+\}/g, () => ids[at++] ?? 'missing');
  const isFile = typeof payload === 'string';
  const body = isFile ? payload : JSON.stringify(payload);
  const headers = {
    'content-type': isFile ? 'text/csv' : 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { where, error, body, options: { method: route.method, url, headers } as const };
}

test('Every route that changes something has an example that does so', async () => {
  const place = await startPlace();
  const routes = (await describedRoutes(place.app)).filter(isWriting);
  expect(routes.length).toBeGreaterThan(50);
  for (const route of routes) {
    const sender = await senderAt(place);
    const { where, error, body, options } = await requestOf(route, place, sender);
    const held = await hold(place.app, sender.client, options, body);
    const answer = await held.release();
    if (error !== undefined) expect([where, answer.json().error]).toEqual([where, error]);
    else expect([where, answer.statusCode, answer.body.slice(0, 200)]).toEqual([where, 200, expect.anything()]);
  }
});

test("A held request changes nothing after its sender's session has ended", async () => {
  const place = await startPlace();
  const { app } = place;
  const routes = (await describedRoutes(app)).filter(isWriting);
  for (const group of groupsOf(routes)) {
    const waiting: { readonly where: string; readonly what: string; readonly held: Held }[] = [];
    for (const route of group)
      for (const [what, happens] of inTurn(Object.entries(EVENTS), routes.indexOf(route))) {
        const sender = await senderAt(place);
        const { where, options, body } = await requestOf(route, place, sender);
        const held = await hold(app, sender.client, options, body);
        const answer = await happens(place, sender);
        expect([what, answer.statusCode, answer.body.slice(0, 200)]).toEqual([what, 200, expect.anything()]);
        waiting.push({ where, what, held });
      }
    const answers: unknown[] = [];
    const changes = await changesBy(app, async () => {
      for (const { where, what, held } of waiting) {
        const answer = await held.release();
        answers.push([where, what, answer.statusCode, answer.json().error]);
      }
    });
    expect(answers).toEqual(waiting.map(({ where, what }) => [where, what, 401, 'not_signed_in']));
    expect([group.map(({ path }) => path), changes]).toEqual([expect.anything(), []]);
  }
});

test('A held request needs another step-up when its step-up expires meanwhile', async () => {
  const place = await startPlace();
  const { app } = place;
  const document = (await app.client().get('/api/openapi.json')).json();
  const routes = (await describedRoutes(app)).filter(
    (route) => isWriting(route) && document.paths[route.path][route.method.toLowerCase()]['x-proof'] !== undefined,
  );
  expect(routes.length).toBeGreaterThan(20);
  for (const group of groupsOf(routes)) {
    const waiting: { readonly where: string; readonly held: Held }[] = [];
    for (const route of group) {
      const sender = await senderAt(place);
      const { where, options, body } = await requestOf(route, place, sender);
      waiting.push({ where, held: await hold(app, sender.client, options, body) });
    }
    app.clock.advance(PROOF_MS);
    const answers: unknown[] = [];
    const changes = await changesBy(app, async () => {
      for (const { where, held } of waiting) {
        const answer = await held.release();
        answers.push([where, answer.statusCode, answer.json().error]);
      }
    });
    expect(answers).toEqual(waiting.map(({ where }) => [where, 403, 'fresh_proof_needed']));
    expect([group.map(({ path }) => path), changes]).toEqual([expect.anything(), []]);
    app.clock.advance(-PROOF_MS);
  }
});
