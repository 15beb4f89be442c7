import { describe, expect, test } from 'vitest';
import { ROLES } from '../../contract/users/users.rules.ts';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { WITH_KEYS } from '../../tests/support/api-key.ts';
import { ADMIN, listening, startApp } from '../../tests/support/app.ts';
import { RawConnection } from '../../tests/support/raw-http.ts';
import { describedRoutes, servedRoutes } from '../../tests/support/routes.ts';

describe('The frozen lists of routes', () => {
  test('Every route has exactly the listed access', async () => {
    const app = await startApp({ env: WITH_KEYS });
    const document = (await app.client().get('/api/openapi.json')).json();
    const calls = Object.entries<Record<string, { 'x-access': string; 'x-proof'?: string }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-access': access, 'x-proof': proof }]) =>
          [`${path} ${method.toUpperCase()}: ${access}`, ...(proof === undefined ? [] : [`proof ${proof}`])].join(', '),
        ),
    );
    expect(calls.sort()).toEqual([
      '/api/admin/activity GET: see-activity',
      '/api/admin/activity.csv GET: see-activity, proof always',
      '/api/admin/activity/count GET: see-activity',
      '/api/admin/activity/{id} GET: see-activity',
      '/api/admin/api-keys GET: see-portal',
      '/api/admin/api-keys POST: change-portal, proof always',
      '/api/admin/api-keys/{id} DELETE: change-portal, proof always',
      '/api/admin/api-keys/{id}/confirm POST: change-portal, proof always',
      '/api/admin/audit GET: see-audit',
      '/api/admin/audit.csv GET: see-audit, proof always',
      '/api/admin/audit/count GET: see-audit',
      '/api/admin/audit/people GET: see-audit',
      '/api/admin/bulk-jobs GET: see-users',
      '/api/admin/bulk-jobs POST: change-users, proof sometimes',
      '/api/admin/bulk-jobs/count GET: change-users',
      '/api/admin/bulk-jobs/{id}/stop POST: change-users',
      '/api/admin/change-password POST: back-office, proof sometimes',
      '/api/admin/charts GET: back-office',
      '/api/admin/guest-logs DELETE: change-portal, proof always',
      '/api/admin/guest-logs GET: see-guests',
      '/api/admin/guest-logs/count GET: see-guests',
      '/api/admin/guest-prompt POST: message-guests',
      '/api/admin/guest-texts GET: see-guests',
      '/api/admin/guests GET: see-guests',
      '/api/admin/guests/counts GET: see-guests',
      '/api/admin/guests/{id}/claim DELETE: message-guests',
      '/api/admin/guests/{id}/claim POST: message-guests',
      '/api/admin/guests/{id}/resend POST: message-guests',
      '/api/admin/guests/{id}/timeline GET: see-guests',
      '/api/admin/mail-weather GET: back-office',
      '/api/admin/notifications GET: back-office',
      '/api/admin/notifications/counts GET: back-office',
      '/api/admin/notifications/mark-all-read PATCH: back-office',
      '/api/admin/notifications/preferences GET: back-office',
      '/api/admin/notifications/preferences PUT: back-office',
      '/api/admin/notifications/unread-count GET: back-office',
      '/api/admin/notifications/{id}/read PATCH: back-office',
      '/api/admin/people/erase POST: manage-people, proof always',
      '/api/admin/people/export POST: manage-people, proof always',
      '/api/admin/people/hold DELETE: manage-people, proof always',
      '/api/admin/people/hold POST: manage-people, proof always',
      '/api/admin/people/holds GET: manage-people',
      '/api/admin/people/search POST: manage-people, proof always',
      '/api/admin/redirects GET: see-redirects',
      '/api/admin/redirects POST: redirect, proof sometimes',
      '/api/admin/redirects/bulk GET: change-users',
      '/api/admin/redirects/bulk POST: change-users',
      '/api/admin/redirects/{id} DELETE: redirect',
      '/api/admin/security-check GET: see-portal',
      '/api/admin/settings GET: see-portal',
      '/api/admin/settings POST: change-portal, proof always',
      '/api/admin/settings/proposals GET: see-portal',
      '/api/admin/settings/proposals/{id}/confirm POST: change-portal, proof always',
      '/api/admin/settings/proposals/{id}/withdraw POST: change-portal, proof always',
      '/api/admin/settings/test-chat POST: change-portal, proof always',
      '/api/admin/setup GET: change-portal',
      '/api/admin/setup PUT: change-portal',
      '/api/admin/stats GET: back-office',
      '/api/admin/test-notification POST: change-portal',
      '/api/admin/users GET: see-users',
      '/api/admin/users POST: change-users, proof sometimes',
      '/api/admin/users.csv GET: see-users, proof always',
      '/api/admin/users/bulk-action POST: change-users, proof sometimes',
      '/api/admin/users/count GET: see-users',
      '/api/admin/users/import POST: change-users, proof always',
      '/api/admin/users/{id} DELETE: change-users, proof always',
      '/api/admin/users/{id} PATCH: change-users, proof sometimes',
      '/api/admin/users/{id}/details GET: see-users',
      '/api/admin/users/{id}/login-history GET: see-users',
      '/api/admin/users/{id}/reset-password POST: change-users, proof always',
      '/api/admin/users/{id}/role PATCH: change-users, proof always',
      '/api/admin/users/{id}/second-factor DELETE: change-users, proof always',
      '/api/admin/users/{id}/sessions DELETE: change-users, proof always',
      '/api/admin/users/{id}/sessions GET: see-users',
      '/api/admin/users/{id}/sessions/{sessionId} DELETE: change-users, proof always',
      '/api/admin/users/{id}/status PATCH: change-users, proof sometimes',
      '/api/admin/users/{id}/temporary-password POST: change-users, proof always',
      '/api/admin/verified GET: see-portal',
      '/api/admin/verified.csv GET: see-portal, proof always',
      '/api/admin/verified/count GET: see-portal',
      '/api/admin/verified/{id} GET: see-portal',
      '/api/admin/views GET: back-office',
      '/api/admin/views POST: back-office',
      '/api/admin/views/{id} DELETE: back-office',
      '/api/admin/webhook/deliveries GET: see-portal',
      '/api/admin/webhook/deliveries/{id}/send-again POST: change-portal',
      '/api/auth/change-password POST: signed-in, proof sometimes',
      '/api/auth/email-change DELETE: user',
      '/api/auth/email-change GET: user',
      '/api/auth/email-change POST: user, proof always',
      '/api/auth/email-change/confirm POST: user',
      '/api/auth/login POST: anyone',
      '/api/auth/login/passkey POST: anyone',
      '/api/auth/login/passkey/options POST: anyone',
      '/api/auth/login/second-step POST: anyone',
      '/api/auth/logout POST: anyone',
      '/api/auth/proof GET: own-password',
      '/api/auth/proof POST: own-password',
      '/api/auth/proof/passkey/options POST: own-password',
      '/api/auth/register POST: anyone',
      '/api/auth/resend-verification POST: anyone',
      '/api/auth/second-factor GET: own-password',
      '/api/auth/second-factor/passkeys POST: own-password, proof always',
      '/api/auth/second-factor/passkeys/options POST: own-password, proof always',
      '/api/auth/second-factor/passkeys/{id} DELETE: own-password, proof always',
      '/api/auth/second-factor/passkeys/{id} PATCH: own-password, proof always',
      '/api/auth/second-factor/recovery-codes POST: own-password, proof always',
      '/api/auth/second-factor/totp DELETE: own-password, proof always',
      '/api/auth/second-factor/totp POST: own-password, proof always',
      '/api/auth/second-factor/totp/confirm POST: own-password, proof always',
      '/api/auth/sessions DELETE: user, proof always',
      '/api/auth/sessions GET: user',
      '/api/auth/sessions/{id} DELETE: user, proof always',
      '/api/auth/sso GET: back-office',
      '/api/auth/sso/link DELETE: back-office, proof always',
      '/api/auth/sso/link POST: back-office, proof always',
      '/api/auth/user GET: signed-in',
      '/api/auth/validate-verification-token POST: anyone',
      '/api/auth/verify-email POST: anyone',
      '/api/captcha/challenge GET: anyone',
      '/api/guest/check-prompt GET: guest',
      '/api/guest/check-redirect GET: guest',
      '/api/guest/clear-prompt POST: guest',
      '/api/guest/code-processed POST: guest',
      '/api/guest/delivery GET: guest',
      '/api/guest/embed-receipt POST: guest',
      '/api/guest/exit POST: guest',
      '/api/guest/help DELETE: guest',
      '/api/guest/help GET: guest',
      '/api/guest/help POST: guest',
      '/api/guest/leave POST: guest',
      '/api/guest/log-activity POST: guest',
      '/api/guest/my-data DELETE: guest',
      '/api/guest/my-data GET: guest',
      '/api/guest/presence POST: guest',
      '/api/guest/resend-code POST: guest',
      '/api/guest/state GET: guest',
      '/api/guest/submit-code POST: guest',
      '/api/guest/submit-email POST: guest',
      '/api/guest/verification-check GET: anyone',
      '/api/portal GET: anyone',
      '/api/user/check-redirect GET: user',
      '/api/user/language PATCH: user',
      '/api/user/picture DELETE: user',
      '/api/user/picture PUT: user',
      '/api/user/profile GET: user',
      '/api/user/profile PATCH: user',
      '/api/user/security-check POST: user',
      '/api/user/send-verification-code POST: guest',
      '/api/user/terms GET: user',
      '/api/user/terms/accept POST: user',
      '/api/user/verify-code POST: guest',
      '/healthz GET: anyone',
    ]);
  });

  test('Routes that change something for staff without a step-up are listed, each with its reason', async () => {
    const app = await startApp({ env: WITH_KEYS });
    const { paths } = (await app.client().get('/api/openapi.json')).json();
    const unproven = (await describedRoutes(app))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/admin/'))
      .filter(({ method, path }) => paths[path][method.toLowerCase()]['x-proof'] === undefined)
      .map(({ method, path }) => `${method} ${path.slice('/api/admin'.length)}`);
    const reasons = {
      'DELETE /guests/{id}/claim': 'help desk, all day long',
      'DELETE /redirects/{id}': 'only takes back',
      'DELETE /views/{id}': 'filters under a name',
      'PATCH /notifications/mark-all-read': 'changes nothing but the bell',
      'PATCH /notifications/{id}/read': 'changes nothing but the bell',
      'POST /bulk-jobs/{id}/stop': 'only takes back',
      'POST /guest-prompt': 'help desk; its words are settings',
      'POST /guests/{id}/claim': 'help desk, all day long',
      'POST /guests/{id}/resend': 'help desk; the code goes to the same address',
      'POST /redirects/bulk': 'users only, to pages of the portal',
      'POST /test-notification': 'changes nothing but the bell',
      'POST /views': 'filters under a name',
      'POST /webhook/deliveries/{id}/send-again': 'the same result to the address that the operator named',
      'PUT /notifications/preferences': 'one’s own',
      'PUT /setup': 'one’s own',
    };
    expect(unproven.sort()).toEqual(Object.keys(reasons));
  });

  test('Every route that is open to API keys is listed with its scope', async () => {
    const app = await startApp({ env: WITH_KEYS });
    const routes = (await describedRoutes(app)).filter(({ scope }) => scope !== null);
    expect(routes.map(({ method, path, scope }) => `${scope}: ${method} ${path}`).sort()).toEqual([
      'activity:read: GET /api/admin/activity',
      'activity:read: GET /api/admin/activity.csv',
      'activity:read: GET /api/admin/activity/count',
      'activity:read: GET /api/admin/activity/{id}',
      'audit:read: GET /api/admin/audit',
      'audit:read: GET /api/admin/audit.csv',
      'audit:read: GET /api/admin/audit/count',
      'guests:read: GET /api/admin/guests',
      'users:read: GET /api/admin/users',
      'users:read: GET /api/admin/users.csv',
      'users:read: GET /api/admin/users/count',
      'users:read: GET /api/admin/users/{id}/details',
      'users:write: PATCH /api/admin/users/{id}',
      'users:write: PATCH /api/admin/users/{id}/status',
      'users:write: POST /api/admin/users',
      'verified:read: GET /api/admin/verified',
      'verified:read: GET /api/admin/verified.csv',
      'verified:read: GET /api/admin/verified/count',
      'verified:read: GET /api/admin/verified/{id}',
    ]);
  });

  test('Routes outside the contract are listed', async () => {
    const app = await startApp();
    const described = (await describedRoutes(app)).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const others = servedRoutes(app).filter((route) => !route.startsWith('HEAD ') && !described.includes(route));
    expect(others.sort()).toEqual([
      'GET /.well-known/jwks.json',
      'GET /.well-known/security.txt',
      'GET /api/auth/sso/callback',
      'GET /api/auth/sso/start',
      'GET /api/openapi.json',
      'GET /api/users/:id/picture',
      'GET /dev/mailbox',
      'GET /dev/mailbox/:id',
      'GET /dev/mailbox/:id/html',
      'GET /embed.js',
    ]);
  });

  test('The OpenAPI 3.1 document has inputs and answers', async () => {
    const app = await startApp();
    const document = (await app.client().get('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const login = document.paths['/api/auth/login'].post;
    expect(login.requestBody.content['application/json'].schema.required).toEqual([
      'username',
      'password',
      'recaptchaToken',
    ]);
    expect(login.responses[200].content['application/json'].schema.anyOf[1].properties.role.enum).toEqual([...ROLES]);
  });
});

describe('Host names', () => {
  const env = { PUBLIC_URL: 'https://portal.example', ALLOWED_HOSTS: 'other.example' };
  test.for([
    'portal.example',
    'a.b.portal.example',
    'PORTAL.example:443',
    'portal.example.',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    'other.example',
  ])('The host %s is ours', async (host) => {
    const app = await startApp({ env });
    expect((await app.client().request({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
  });

  test.for([
    'evil.example',
    'portal.example.evil.example',
    'evilportal.example',
    'sub.other.example',
    '10.0.0.1',
    'portal.example@evil.example',
    'x y',
  ])('The host "%s" is rejected', async (host) => {
    const app = await startApp({ env });
    const api = await app.client().request({ url: '/api/auth/user', headers: { host } });
    expect([api.statusCode, api.json()]).toEqual([
      404,
      { error: 'domain_denied', message: 'The requested resource was not found on this server.' },
    ]);
    const page = await app.client().request({ url: '/auth', headers: { host, accept: 'text/html' } });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toMatch('text/html');
    expect(page.body).toContain('The requested resource was not found on this server.');
    expect(page.body).toContain('Error Code: Domain Access Denied');
    expect(page.headers['content-security-policy']).toMatch(/style-src [^;]*'nonce-/);
  });
});

describe('Security headers', () => {
  test.for(['/healthz', '/api/auth/user', '/api/nothing', '/nothing', '/api/openapi.json', '/%E0%A4%A'])(
    'Security headers are set on %s',
    async (url) => {
      const app = await startApp();
      const { headers } = await app.client().get(url);
      expect(headers['content-security-policy']).toMatch("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

describe('A request without Content-Length and Transfer-Encoding has no body', () => {
  const HOST = 'Host: localhost:3000\r\n';
  const JSON_BODY = 'Content-Type: application/json\r\n';

  test.for([
    ['a call without a type', 'POST /api/auth/logout', '', 200],
    ['a call that names JSON', 'POST /api/auth/logout', JSON_BODY, 200],
    ['a call that needs a body', 'POST /api/user/verify-code', JSON_BODY, 400],
    ['a call that names another type', 'POST /api/auth/logout', 'Content-Type: text/plain\r\n', 415],
    ['an unknown path', 'POST /api/nothing', JSON_BODY, 404],
    ['a read that is refused', 'GET /api/admin/users', '', 401],
    ['a read', 'GET /healthz', JSON_BODY, 200],
  ] as const)('%s is answered, and the connection goes on', async ([, call, type, status]) => {
    const app = await startApp();
    const connection = RawConnection.open(await listening(app));
    connection.send(`${call} HTTP/1.1\r\n${HOST}${type}\r\n`);
    const [answer] = await connection.answered();
    expect(answer?.status).toBe(status);
    if (status === 415) return;
    expect(answer?.head).not.toContain('connection: close');
    const [, next] = await connection.send(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`).answered(2);
    expect(next?.status).toBe(200);
  });
});

describe('The origin of writes', () => {
  const logout = { method: 'POST', url: '/api/auth/logout' } as const;

  test.for([
    ['http://localhost:3000', 200],
    ['http://LOCALHOST:3000', 200],
    ['https://localhost:3000', 403],
    ['http://localhost:4000', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
  ] as const)('Writes from the origin "%s" answer %i', async ([origin, status]) => {
    const app = await startApp();
    const answer = await app.client().request({ ...logout, headers: { origin } });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().error).toBe('foreign_origin');
  });

  test('A browser without an Origin header is judged by Sec-Fetch-Site', async () => {
    const app = await startApp();
    const from = async (site: string) =>
      (await app.http.inject({ ...logout, headers: { host: 'localhost:3000', 'sec-fetch-site': site } })).statusCode;
    expect(await from('same-origin')).toBe(200);
    expect(await from('cross-site')).toBe(403);
    expect(await from('same-site')).toBe(403);
  });

  test.for([
    ['text/plain', '{}', 415],
    ['application/x-www-form-urlencoded', 'a=b', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', '{"username":', 400],
    ['application/json', '{"__proto__":{"role":"admin"}}', 400],
    ['application/json', 'null', 400],
    ['application/json', '[]', 400],
    ['application/json', '"text"', 400],
    ['application/json', `{"username":"${'x'.repeat(17_000)}"}`, 413],
    ['application/json', '', 400],
  ] as const)('Writes with %s %s are rejected with a sentence', async ([type, payload, status]) => {
    const app = await startApp();
    const answer = await app
      .client()
      .request({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      error: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\w+ \w+/),
    });
    expect(answer.body).not.toMatch(/ at |node_modules/);
  });
});

describe('Bad input', () => {
  const values = [
    undefined,
    null,
    0,
    -1,
    1e300,
    true,
    '',
    ' ',
    'x'.repeat(9_000),
    '\u0000',
    '\ud800',
    [],
    ['a'],
    {},
    { a: 1 },
  ];

  test('Bad input in every field of every route is a 4xx with a sentence and changes nothing', async () => {
    const app = await startApp();
    await createAccount(app);
    const document = (await app.client().get('/api/openapi.json')).json();
    /** Sessions write when their user was last seen whenever they are flushed. */
    const state = async () => [
      (await app.db.selectFrom('users').selectAll().orderBy('id').execute()).map(({ active_at: _, ...user }) => user),
      await app.db.selectFrom('sessions').select(['id', 'user_id']).orderBy('id').execute(),
    ];
    const admin = await signedIn(app, ADMIN);
    const before = await state();
    /** What admins may say of themselves. */
    const GOOD = ['put /api/admin/notifications/preferences silent []', 'put /api/admin/setup dismissed true'];
    let tried = 0;
    for (const [path, methods] of Object.entries<
      Record<string, { requestBody?: { content: Record<string, { schema: { required?: string[] } }> } }>
    >(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const fields = requestBody?.content['application/json']?.schema.required ?? [];
        const good = Object.fromEntries(fields.map((field) => [field, 'some text here']));
        for (const field of fields) {
          for (const value of values) {
            const where = `${method} ${path} ${field} ${JSON.stringify(value)}`;
            if (GOOD.includes(where)) continue;
            app.clock.advance(60_000);
            const client = app.client();
            for (const [name, cookie] of admin.cookies) client.cookies.set(name, cookie);
            const answer = await client.request({
              method: method as 'POST',
              url: path,
              payload: { ...good, [field]: value },
            });
            expect(answer.statusCode, where).toBeLessThan(500);
            // A gate token and the ids of entries may be any text; the answer says that nothing came of it.
            if (answer.statusCode < 400) expect([false, 0], where).toContain(Object.values(answer.json())[0]);
            else expect(answer.json().message, where).toMatch(/\w+ \w+/);
            tried += 1;
            // Keeps the session from growing old while the clock runs.
            app.clock.advance(-60_000);
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(await state()).toEqual(before);
  });

  test('Bad input in the query is rejected', async () => {
    const app = await startApp();
    const answer = await app.client().get('/api/captcha/challenge?algorithm=ROT13');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'bad_input', message: '"algorithm" is missing or not valid.' },
    ]);
  });

  test('An unknown path is a 404 in JSON', async () => {
    const app = await startApp();
    for (const request of [
      { url: '/api/nothing' },
      { method: 'POST', url: '/nothing' },
      { method: 'DELETE', url: '/api/auth/user' },
    ] as const) {
      const answer = await app.client().request(request);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found']);
    }
  });
});

describe('The request log', () => {
  test('The request log is JSON lines without queries, bodies, cookies or headers', async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    await client.get('/api/auth/user?token=secret-in-the-query');
    const lines = app.logged.map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({
      msg: 'request',
      method: 'GET',
      path: '/api/auth/user',
      status: 200,
      ip: client.ip,
    });
    expect(app.logged.join('')).not.toMatch(/secret-in-the-query|gatehouse=|the-first-admin-password/);
  });

  test('The request log has every refusal, and every failure with its reason', async () => {
    const app = await startApp();
    const { id } = await createAccount(app);
    await (await signedIn(app)).get('/api/admin/stats');
    expect(JSON.parse(app.logged.at(-1) as string)).toMatchObject({ path: '/api/admin/stats', status: 403, user: id });
    await app.client().get('/api/admin/stats');
    expect(JSON.parse(app.logged.at(-1) as string)).toMatchObject({ path: '/api/admin/stats', status: 401 });
    const admin = await signedIn(app, ADMIN);
    await app.db.schema.dropTable('redirects').execute();
    expect((await admin.get('/api/admin/redirects')).statusCode).toBe(500);
    const failures = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    expect(failures).toMatchObject([{ level: 50, err: { message: expect.stringContaining('redirects') } }]);
  });
});

describe('The client address', () => {
  test('Only a trusted proxy can set the client address', async () => {
    const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1,10.0.0.0/8' } });
    const ipOf = async (forwarded: string, peer = '127.0.0.1') => {
      await app.http.inject({
        url: '/api/portal',
        remoteAddress: peer,
        headers: { host: 'localhost', 'x-forwarded-for': forwarded },
      });
      return JSON.parse(app.logged.at(-1) as string).ip;
    };
    expect(await ipOf('192.0.2.9')).toBe('192.0.2.9');
    expect(await ipOf('1.1.1.1, 192.0.2.9, 10.1.2.3')).toBe('192.0.2.9');
    expect(await ipOf('192.0.2.9', '203.0.113.5')).toBe('203.0.113.5');
    expect(await ipOf('192.0.2.9', '::ffff:127.0.0.1')).toBe('192.0.2.9');
    expect(await ipOf('2001:DB8:0:0::1')).toBe('2001:db8::1');
    expect(await ipOf('nonsense')).toBe('127.0.0.1');
  });
});

test('/healthz reports a database that cannot be written', async () => {
  const app = await startApp();
  expect((await app.client().get('/healthz')).json()).toEqual({ status: 'ok' });
  await app.db.schema.dropTable('heartbeat').execute();
  app.clock.advance(1_000);
  const answer = await app.client().get('/healthz');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().error]).toEqual([503, '5', 'unhealthy']);
});
