import { PassThrough } from 'node:stream';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { isOfAddresses, SCOPE_NAMES } from '../../contract/programs/keys.rules.ts';
import { isPermission, may } from '../../contract/users/roles.rules.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { bearer, callWith, DAY_MS, endKey, makeKey, WITH_KEYS } from '../support/api-key.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { changesBy as allChangesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { type DescribedRoute, describedRoutes } from '../support/routes.ts';
import { addressOf, payloadOf, plantTarget, type Target } from './target.ts';

/** Without the times of last use, which timers write. */
const changesBy = async (app: TestApp, work: () => Promise<unknown>) =>
  (await allChangesBy(app, work)).filter((change) => change !== 'sessions.seen_at' && change !== 'api_keys.used_at');

/** Of a large private network, so that no limit by network is in the way. */
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `10.7.${addresses >> 8}.${addresses & 255}`;
}

function requestOf(route: DescribedRoute, target: Target): InjectOptions {
  const body = payloadOf(route, target);
  return {
    method: route.method,
    url: addressOf(route.path, target),
    ...(body !== null && { payload: body.payload, headers: { 'content-type': body.type } }),
  };
}

interface Maker {
  readonly id: string;
  readonly client: HttpClient;
}

let makers = 0;
async function newMaker(app: TestApp): Promise<Maker> {
  makers += 1;
  const username = `maker-${makers}`;
  const { id } = await createAccount(app, { username, role: 'admin' });
  return { id, client: await signedIn(app, { username }) };
}

interface Place {
  readonly app: TestApp;
  readonly boss: HttpClient;
  readonly target: Target;
}

/** A key with every scope, and what its maker's boss confirmed. */
async function keyAt({ app, boss }: Place, wanted: Parameters<typeof makeKey>[2] = {}, isConfirmed = true) {
  const maker = await newMaker(app);
  const made = await makeKey(app, maker.client, { name: `key ${makers}`, ...wanted });
  if (isConfirmed && made.state === 'waiting')
    expect((await boss.post(`/api/admin/api-keys/${made.id}/confirm`)).statusCode).toBe(200);
  return { ...made, maker };
}

const patch = async (client: HttpClient, url: string, payload: object) => {
  const answer = await client.request({ method: 'PATCH', url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
};
const demote = ({ boss }: Place, { id }: Maker, role: string) => patch(boss, `/api/admin/users/${id}/role`, { role });

type Expected = (route: DescribedRoute) => readonly [status: number, error: string] | null;
const REFUSED: Expected = () => [401, 'api_key_refused'];
const closedOr =
  (open: Expected): Expected =>
  (route) =>
    route.scope === null ? [403, 'api_key_not_allowed'] : open(route);

interface Attack {
  readonly expected: Expected;
  /** The request of each route, given once the key is as it should be. */
  attack(place: Place): Promise<(route: DescribedRoute, request: InjectOptions) => Promise<LightMyRequestResponse>>;
}

const withKey = (app: TestApp, key: string, ip?: string) => (_: DescribedRoute, request: InjectOptions) =>
  callWith(app, key, request, ip ?? newAddress());

const strangersAside =
  (expected: Expected): Expected =>
  (route) =>
    route.access === 'anyone' || route.access === 'guest' ? null : expected(route);

const ATTACKS: Record<string, Attack> = {
  'without the scope': {
    expected: () => [403, 'api_key_not_allowed'],
    async attack(place) {
      const keys = new Map<string | null, string>();
      for (const scope of SCOPE_NAMES)
        keys.set(scope, (await keyAt(place, { scopes: SCOPE_NAMES.filter((other) => other !== scope) })).key);
      keys.set(null, (await keyAt(place)).key);
      return ({ scope }, request) => callWith(place.app, keys.get(scope) as string, request, newAddress());
    },
  },
  unconfirmed: {
    expected: closedOr(({ scope }) => (scope && isOfAddresses(scope) ? [403, 'api_key_not_allowed'] : null)),
    attack: async (place) => withKey(place.app, (await keyAt(place, {}, false)).key),
  },
  'of a maker who was demoted': {
    // A helper may still see guests.
    expected: closedOr(({ access }) => (isPermission(access) && may('helper', access) ? null : [403, 'not_allowed'])),
    async attack(place) {
      const { key, maker } = await keyAt(place);
      await demote(place, maker, 'helper');
      return withKey(place.app, key);
    },
  },
  'of a maker who is no longer staff': {
    expected: REFUSED,
    async attack(place) {
      const { key, maker } = await keyAt(place);
      await demote(place, maker, 'user');
      return withKey(place.app, key);
    },
  },
  'of a maker who was suspended': {
    expected: REFUSED,
    async attack(place) {
      const { key, maker } = await keyAt(place);
      await patch(place.boss, `/api/admin/users/${maker.id}/status`, { status: 'suspended' });
      return withKey(place.app, key);
    },
  },
  'of a maker who must sign in again': {
    expected: REFUSED,
    async attack(place) {
      const { key, maker } = await keyAt(place);
      await patch(place.boss, `/api/admin/users/${maker.id}/status`, { status: 'needs_auth' });
      return withKey(place.app, key);
    },
  },
  'of a maker who was deleted': {
    expected: REFUSED,
    async attack(place) {
      const { key, maker } = await keyAt(place);
      await place.boss.request({ method: 'DELETE', url: `/api/admin/users/${maker.id}` });
      return withKey(place.app, key);
    },
  },
  ended: {
    expected: REFUSED,
    async attack(place) {
      const made = await keyAt(place);
      expect((await endKey(place.boss, made)).statusCode).toBe(200);
      return withKey(place.app, made.key);
    },
  },
  'from another network': {
    expected: REFUSED,
    attack: async (place) => withKey(place.app, (await keyAt(place, { networks: ['192.0.2.0/24'] })).key),
  },
  'with a wrong checksum': {
    expected: REFUSED,
    async attack(place) {
      const { key } = await keyAt(place);
      return withKey(place.app, key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'));
    },
  },
  'with a wrong secret': {
    expected: REFUSED,
    async attack(place) {
      const [one, other] = [await keyAt(place), await keyAt(place)];
      return withKey(place.app, one.prefix + other.key.slice(other.prefix.length));
    },
  },
  'with a session cookie beside it': {
    expected: REFUSED,
    async attack(place) {
      const { key, maker } = await keyAt(place);
      return (_, request) =>
        maker.client.request({
          ...request,
          headers: { ...request.headers, ...bearer(key), 'x-forwarded-for': newAddress() },
        });
    },
  },
  'in the query string': {
    expected: strangersAside(() => [401, 'not_signed_in']),
    async attack(place) {
      const { key } = await keyAt(place);
      return (_, request) =>
        place.app.client({ ip: newAddress() }).request({
          ...request,
          url: `${request.url}?access_token=${key}&api_key=${key}&authorization=Bearer%20${key}`,
        });
    },
  },
  /** Last: time goes on for everybody. */
  expired: {
    expected: REFUSED,
    async attack(place) {
      const { key } = await keyAt(place, { days: 0.001 });
      place.app.clock.advance(DAY_MS / 1000);
      return withKey(place.app, key);
    },
  },
};

test('No route of the contract lets in a key that may not open it', async () => {
  const app = await startApp({ env: WITH_KEYS });
  const target = await plantTarget(app);
  const place = { app, boss: target.admin, target };
  const routes = await describedRoutes(app);
  expect(routes.filter(({ scope }) => scope !== null).length).toBeGreaterThan(15);
  for (const [name, { attack, expected }] of Object.entries(ATTACKS)) {
    const send = await attack(place);
    const changes = await changesBy(app, async () => {
      for (const route of routes) {
        const wanted = expected(route);
        if (wanted === null) continue;
        const answer = await send(route, requestOf(route, target));
        const where = `${route.method} ${route.path} ${name}`;
        expect([where, answer.statusCode, answer.json().error]).toEqual([where, ...wanted]);
        expect([where, answer.cookies]).toEqual([where, []]);
      }
    });
    expect([name, changes]).toEqual([name, []]);
  }
});

test('A key with its scope opens exactly the routes that name one', async () => {
  const app = await startApp({ env: WITH_KEYS });
  const target = await plantTarget(app);
  const { key } = await keyAt({ app, boss: target.admin, target });
  const open: string[] = [];
  const routes = await describedRoutes(app);
  for (const route of routes) {
    const { error } = (await callWith(app, key, requestOf(route, target), newAddress()).then((answer) =>
      answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json() : {},
    )) as { error?: string };
    // What needs a step-up is refused later, by the route itself.
    if (error !== 'api_key_not_allowed' || route.scope === 'users:write') open.push(`${route.method} ${route.path}`);
  }
  const named = routes.filter(({ scope }) => scope !== null).map(({ method, path }) => `${method} ${path}`);
  expect(open).toEqual(named);
});

/** Sends the head and half of the body; resolves when the server has let the key in. */
async function hold(app: TestApp, key: string, options: InjectOptions, body: string) {
  const stream = new PassThrough();
  const half = Math.floor(body.length / 2);
  const { apiKeys } = app;
  const { find } = apiKeys;
  const letIn = new Promise<void>((resolve) => {
    apiKeys.find = (request) => {
      const found = find.call(apiKeys, request);
      void Promise.resolve(found).then((one) => !(one instanceof Error) && resolve());
      return found;
    };
  });
  stream.write(body.slice(0, half));
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const answer = callWith(app, key, { ...options, headers, payload: stream }, newAddress());
  const tooEarly = answer.then((told) => Promise.reject(new Error(`It was not held: ${told.body}`)));
  await Promise.race([letIn, tooEarly]);
  apiKeys.find = find;
  return async () => {
    stream.end(body.slice(half));
    return answer;
  };
}

test('A held request with a key changes nothing after the key or its maker’s role has gone', async () => {
  const app = await startApp({ env: WITH_KEYS });
  const target = await plantTarget(app);
  const place: Place = { app, boss: target.admin, target };
  const events: Record<string, (made: Awaited<ReturnType<typeof keyAt>>) => Promise<unknown>> = {
    'the key ended': (made) => endKey(place.boss, made),
    'its maker demoted': ({ maker }) => demote(place, maker, 'manager'),
    'its maker suspended': ({ maker }) =>
      patch(place.boss, `/api/admin/users/${maker.id}/status`, { status: 'suspended' }),
    'its maker deleted': ({ maker }) => place.boss.request({ method: 'DELETE', url: `/api/admin/users/${maker.id}` }),
    'its maker’s password reset': ({ maker }) => place.boss.post(`/api/admin/users/${maker.id}/reset-password`),
  };
  const writing = (await describedRoutes(app)).filter(({ scope, method }) => scope !== null && method !== 'GET');
  expect(writing.length).toBeGreaterThan(2);
  const bodies: Record<string, object> = {
    'POST /api/admin/users': { username: 'intruder' },
    'PATCH /api/admin/users/{id}': { firstName: 'Intruder' },
    'PATCH /api/admin/users/{id}/status': { status: 'suspended' },
  };
  for (const [what, happens] of Object.entries(events))
    for (const { method, path } of writing) {
      const where = `${method} ${path}: ${what}`;
      const body = bodies[`${method} ${path}`];
      if (body === undefined) throw new Error(`${method} ${path} needs a body in this test.`);
      const made = await keyAt(place);
      const release = await hold(app, made.key, { method, url: addressOf(path, target) }, JSON.stringify(body));
      await happens(made);
      let answer: LightMyRequestResponse | undefined;
      const changes = await changesBy(app, async () => {
        answer = await release();
      });
      expect([where, answer?.statusCode, answer?.json().error, changes]).toEqual([where, 401, 'api_key_refused', []]);
    }
});
