import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPermission } from '../../contract/users/roles.rules.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { RawConnection } from '../support/raw-http.ts';
import { type DescribedRoute, describedRoutes, servedRoutes } from '../support/routes.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { addressOf, bodyFor, MARKED, payloadOf, plantTarget, type Target } from './target.ts';

/** The server needs pages, so that a URL that leads to a page instead of a call is noticed. */
function webDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'index.html'), '<!doctype html><html><head><!--portal--></head><body></body></html>');
  return dir;
}

/** Every admin route; fails if a served one is missing in the contract. */
async function adminRoutes(app: TestApp): Promise<DescribedRoute[]> {
  const described = (await describedRoutes(app)).filter(({ access }) => isPermission(access));
  const known = new Set(described.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
  const others = servedRoutes(app).filter(
    (route) => /^(?:GET|POST|PUT|PATCH|DELETE) \/api\/admin/.test(route) && !known.has(route),
  );
  expect(others).toEqual([]);
  return described;
}

const takesFile = ({ path }: DescribedRoute) => path.endsWith('/import');

const REFUSED = [401, 403, 404, 415];

let requests = 0;
/** As many requests as a connection may send before their answers. */
const AHEAD = 8;

/** As bytes, because a client would normalize the URL. Each comes from a new network, so that no rate limit applies. */
function bytesOf(route: DescribedRoute, address: string, cookie: string, target: Target): string {
  const body = payloadOf(route, target);
  requests += 1;
  return [
    `${route.method} ${address} HTTP/1.1`,
    'Host: localhost:3000',
    'Origin: http://localhost:3000',
    `X-Forwarded-For: 10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
    // Headers that other servers and proxies trust.
    'X-Forwarded-User: admin',
    'X-Role: admin',
    'Authorization: Basic YWRtaW46dGhlLWZpcnN0LWFkbWluLXBhc3N3b3Jk',
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ...(body === null ? [] : [`Content-Type: ${body.type}`, `Content-Length: ${body.payload.length}`]),
    '',
    body?.payload ?? '',
  ].join('\r\n');
}

const SPELLINGS: Record<string, (address: string) => string> = {
  'as it is': (address) => address,
  'a trailing slash': (address) => `${address}/`,
  'two leading slashes': (address) => `/${address}`,
  'a double slash': (address) => address.replace('/api/', '/api//'),
  'capital letters': (address) => address.replace('/api/admin', '/API/Admin'),
  'encoded letters': (address) => address.replace('admin', '%61%64min'),
  'letters encoded twice': (address) => address.replace('admin', '%2561dmin'),
  'encoded slashes': (address) => address.replace('/api/', '/api%2f'),
  'a dot segment': (address) => address.replace('/api/', '/api/./'),
  'a parent segment': (address) => address.replace('/api/', '/api/portal/../'),
  'an encoded parent segment': (address) => address.replace('/api/', '/api/portal/%2e%2e/'),
  backslashes: (address) => address.replace('/api/', '/api\\'),
  'a path parameter': (address) => `${address};role=admin`,
  'a file extension': (address) => `${address}.json`,
  'a query': (address) => `${address}?role=admin&access=anyone&_method=GET`,
  'a zero byte': (address) => `${address}%00`,
  'a whole URL': (address) => `http://localhost:3000${address}`,
};

async function portalWithTarget() {
  const app = await startApp({ webDir: webDir() });
  const target = await plantTarget(app);
  // The import comes last: the server closes the connection after an unexpected file.
  const routes = (await adminRoutes(app)).sort((one, other) => Number(takesFile(one)) - Number(takesFile(other)));
  expect(routes.length).toBeGreaterThan(35);
  await createAccount(app, { username: 'mallory' });
  return { app, target, routes, user: await signedIn(app, { username: 'mallory' }) };
}

test('Admin routes show and change nothing for other callers, however the URL is spelled', async () => {
  const { app, target, routes, user } = await portalWithTarget();
  const port = await listening(app);
  const guest = app.client();
  await guest.get('/api/guest/state');
  await createAccount(app, { username: 'fresh', role: 'admin', passwordState: 'temporary' });
  const fresh = await signedIn(app, { username: 'fresh' });
  const gone = await signedIn(app, ADMIN);
  const goneCookie = gone.cookieHeader;
  await gone.post('/api/auth/logout');
  const allSpellings = Object.keys(SPELLINGS);
  const callers: [name: string, cookie: string, status: number, spellings: string[]][] = [
    ['an anonymous client', '', 401, allSpellings],
    ['a user', user.cookieHeader, 403, allSpellings],
    ['a guest', guest.cookieHeader, 401, ['as it is']],
    ['an admin with a temporary password', fresh.cookieHeader, 403, ['as it is', 'encoded letters']],
    ['an admin who has signed out', goneCookie, 401, ['as it is']],
    ['a made-up session', `gatehouse=${'a'.repeat(43)}`, 401, ['as it is']],
    ['a guest cookie as session', guest.cookieHeader.replace('guest=', 'gatehouse='), 401, ['as it is']],
  ];

  const ask = async (cookie: string, spelling: string) => {
    const connection = RawConnection.open(port);
    const spell = SPELLINGS[spelling] as (address: string) => string;
    for (let at = 0; at < routes.length; at += AHEAD) {
      const some = routes.slice(at, at + AHEAD);
      connection.send(
        some.map((route) => bytesOf(route, spell(addressOf(route.path, target)), cookie, target)).join(''),
      );
      await connection.answered(at + some.length);
    }
    connection.socket.destroy();
    return connection.answers;
  };

  const changes = await changesBy(app, async () => {
    for (const [name, cookie, status, spellings] of callers) {
      for (const spelling of spellings) {
        const answers = await ask(cookie, spelling);
        expect([name, spelling, answers.length]).toEqual([name, spelling, routes.length]);
        for (const [index, answer] of answers.entries()) {
          const where = `${name}, ${spelling}: ${routes[index]?.method} ${routes[index]?.path}`;
          const isPage = answer.status === 200 && answer.head.includes('text/html');
          if (spelling === 'as it is') expect(answer.status, where).toBe(status);
          else expect(isPage || REFUSED.includes(answer.status), `${where}: ${answer.status}`).toBe(true);
          expect(answer.body, where).not.toMatch(MARKED);
        }
      }
    }
  });
  expect(changes).toEqual([]);
});

test('HEAD requests and method overrides give other callers no access to admin routes', async () => {
  const { app, target, routes, user } = await portalWithTarget();
  const changes = await changesBy(app, async () => {
    for (const route of routes) {
      const url = addressOf(route.path, target);
      for (const client of [app.client(), user]) {
        const head = await client.request({ method: 'HEAD', url });
        expect([route.path, [401, 403, 404].includes(head.statusCode)]).toEqual([route.path, true]);
        // Some frameworks take these for the real method and URL.
        for (const method of ['GET', 'POST'] as const) {
          const answer = await client.request({
            method,
            url: method === 'GET' ? '/api/portal?_method=DELETE' : '/api/guest/clear-prompt?_method=DELETE',
            headers: {
              'x-http-method-override': route.method,
              'x-http-method': route.method,
              'x-method-override': route.method,
              'x-original-url': url,
              'x-rewrite-url': url,
              'x-forwarded-uri': url,
            },
          });
          expect(answer.body).not.toMatch(MARKED);
        }
      }
    }
  });
  expect(changes).toEqual([]);
});

test('Admin pages contain no data for anonymous clients and users', async () => {
  const { app, target, user } = await portalWithTarget();
  const changes = await changesBy(app, async () => {
    for (const url of [
      '/admin',
      '/admin/users',
      `/admin/users?user=${target.userId}`,
      '/admin/settings',
      '/admin/logs',
    ]) {
      for (const client of [app.client(), user]) {
        const page = await client.get(url);
        expect([url, page.headers['content-type']]).toEqual([url, 'text/html; charset=utf-8']);
        expect(page.body).not.toMatch(MARKED);
        expect(page.body).not.toMatch(/"role":"admin"/);
      }
    }
  });
  expect(changes).toEqual([]);
});

test('Every admin route works for an admin, who sees the marked data', async () => {
  const { target, routes } = await portalWithTarget();
  let marked = 0;
  for (const route of routes) {
    const body = payloadOf(route, target);
    const answer = await target.admin.request({
      method: route.method,
      url: addressOf(route.path, target),
      ...(body !== null && { payload: body.payload, headers: { 'content-type': body.type } }),
    });
    if (MARKED.test(answer.body)) marked += 1;
    // 404 after an earlier deletion, 409 where another admin is needed; the chat has no token to test with.
    if (route.method !== 'GET' && !route.path.endsWith('/test-chat'))
      expect([200, 202, 404, 409], `${route.path}: ${answer.body}`).toContain(answer.statusCode);
  }
  expect(marked).toBeGreaterThan(8);
});

test('Account routes concern only the signed-in user, whichever user a request names', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  await createAccount(app, { username: 'mallory' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const { id } = (await mallory.get('/api/auth/user')).json();
  const routes = (await describedRoutes(app)).filter(({ access }) => access === 'user' || access === 'signed-in');
  expect(routes.length).toBeGreaterThanOrEqual(8);
  const victimNamed = {
    id: target.userId,
    userId: target.userId,
    user_id: target.userId,
    user: target.userId,
    username: 'victim',
  };
  const ask = (route: DescribedRoute, client: HttpClient) =>
    client.request({
      method: route.method,
      url: `${route.path}?${new URLSearchParams(victimNamed)}`,
      headers: { 'x-user-id': target.userId, 'x-forwarded-user': 'victim' },
      ...(route.fields !== null && { payload: { ...bodyFor(target), ...victimNamed, password: 'not this one' } }),
    });
  const changes = await changesBy(app, async () => {
    for (const route of routes) {
      const answer = await ask(route, mallory);
      expect([route.path, answer.statusCode < 500]).toEqual([route.path, true]);
      expect(answer.body, route.path).not.toMatch(MARKED);
      expect(answer.body, route.path).not.toContain(target.userId);
    }
  });
  // All of it is the intruder's own. The email has a code for the address they want, which only its owner can read.
  expect(changes).toEqual([
    'activity +',
    'notifications +',
    'outbox +',
    'profiles +',
    'sign_in_attempts +',
    'users.first_name',
    'users.last_name',
    'users.name_key',
    'users.search',
  ]);
  const victim = await app.db.selectFrom('users').selectAll().where('id', '=', target.userId).executeTakeFirstOrThrow();
  expect([victim.first_name, victim.role, victim.status]).toEqual(['Zephyrine', 'user', 'active']);
  const intruder = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect([intruder.first_name, intruder.role, intruder.username]).toEqual(['Intruder', 'user', 'mallory']);
  const waiting = await app.db.selectFrom('redirects').select('user_id').execute();
  expect(waiting).toEqual([{ user_id: target.userId }]);
});

test('A guest gets nothing of another guest, neither with their own cookie nor with a forged one', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const email = 'zephyrine@example.com';
  const guest = app.client({ ip: '203.0.113.77' });
  await guest.post('/api/user/send-verification-code', { email });
  const code = codeIn(await smtp.mail());
  const [id, until, signature] = (guest.cookies.get('guest') as string).split('.') as [string, string, string];
  const other = app.client({ ip: guest.ip });
  await other.get('/api/guest/state');
  const [, , otherSignature] = (other.cookies.get('guest') as string).split('.') as [string, string, string];
  const forged = [
    undefined,
    other.cookies.get('guest'),
    `${id}.${until}.${otherSignature}`,
    `${id}.${Number.MAX_SAFE_INTEGER}.${signature}`,
    `${id}.${until}.${signature.slice(0, -1)}`,
    `${id}.${until}.${signature}A`,
    `${id}.${until}.`,
    `${id}.${until}`,
    id,
    `${id}.${until}.${signature.toLowerCase()}`,
    `${id}%2E${until}%2E${signature}`,
    `"${id}.${until}.${signature}"`,
    `__proto__.${until}.${signature}`,
    `${id.slice(0, -1)}.${id.slice(-1)}${until}.${signature}`,
  ];
  for (const cookie of forged) {
    const stranger = app.client({ ip: guest.ip });
    if (cookie !== undefined) stranger.cookies.set('guest', cookie);
    const state = await stranger.get('/api/guest/state');
    const { resendInSeconds, ...facts } = state.json();
    expect([cookie, resendInSeconds, Object.values(facts).filter((fact) => fact !== null)]).toEqual([cookie, 0, [0]]);
    const tried = await stranger.post('/api/user/verify-code', { email, code });
    expect([cookie, tried.statusCode, tried.json().error]).toEqual([cookie, 400, 'code_refused']);
    const claimed = await stranger.post('/api/guest/code-processed', { email, code, success: true });
    expect(claimed.json()).toEqual({ success: false });
  }
  expect((await guest.get('/api/guest/state')).json()).toMatchObject({ email, codeRemainingMs: expect.any(Number) });
  expect((await guest.post('/api/user/verify-code', { email, code })).json()).toEqual({ success: true });
});
