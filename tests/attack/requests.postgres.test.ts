import { METHODS } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMPORT_BYTES_MAX } from '../../contract/users/users.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { WAIT_MS } from '../support/patience.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';

const HOST = 'Host: localhost:3000\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const SMUGGLED = `GET /api/smuggled HTTP/1.1\r\n${HOST}\r\n`;

const get = (headers = '', target = '/healthz', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (headers: string, body: string, path = '/api/auth/login') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const json = (body: string, path?: string) => post(`${JSON_TYPE}Content-Length: ${body.length}\r\n`, body, path);

const openConnections = (app: TestApp) => promisify(app.http.server.getConnections.bind(app.http.server))();
/** Logged warnings and errors. */
const failures = (app: TestApp) => app.logged.filter((line) => JSON.parse(line).level >= 40);

/** The server answers, holds no connection and has logged no warning. */
async function expectUnharmed(app: TestApp, port: number): Promise<void> {
  const probe = RawConnection.open(port).send(get());
  expect((await probe.answered())[0]?.status).toBe(200);
  probe.socket.destroy();
  await until('no connection is left', async () => (await openConnections(app)) === 0);
  expect(failures(app)).toEqual([]);
}

describe('Raw bytes over TCP', () => {
  test('A malformed, smuggled or oversized request is refused, and its connection is closed', async () => {
    const app = await startApp();
    const port = await listening(app);
    const cases: [name: string, bytes: string, status: number][] = [
      ['length and chunks', post(`${JSON_TYPE}Content-Length: 5\r\n${CHUNKED}`, `0\r\n\r\n${SMUGGLED}`), 400],
      [
        'an unknown transfer encoding',
        post(`${JSON_TYPE}Transfer-Encoding: xchunked\r\n`, `0\r\n\r\n${SMUGGLED}`),
        400,
      ],
      ['chunks, but not last', post(`${JSON_TYPE}Transfer-Encoding: chunked, identity\r\n`, '0\r\n\r\n'), 400],
      ['two lengths', post(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 44\r\n`, `{}${SMUGGLED}`), 400],
      ['a space before the colon', post(`${JSON_TYPE}Transfer-Encoding : chunked\r\n`, `0\r\n\r\n${SMUGGLED}`), 400],
      ['a folded header', post(`${JSON_TYPE}X-A: b\r\n Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${SMUGGLED}`), 400],
      ['lines without CR', `GET /healthz HTTP/1.1\nHost: localhost:3000\n\n`, 400],
      ['a CR alone', get('X-A: b\rTransfer-Encoding: chunked\r\n'), 400],
      ['a length below zero', post(`${JSON_TYPE}Content-Length: -1\r\n`, ''), 400],
      ['a length with a sign', post(`${JSON_TYPE}Content-Length: +2\r\n`, '{}'), 400],
      ['a length that overflows', post(`${JSON_TYPE}Content-Length: ${'9'.repeat(30)}\r\n`, '{}'), 400],
      ['a chunk length that overflows', post(`${JSON_TYPE}${CHUNKED}`, `${'F'.repeat(20)}\r\n`), 400],
      ['chunks without CR', post(`${JSON_TYPE}${CHUNKED}`, `2\n{}\n0\n\n${SMUGGLED}`), 400],
      [
        'a chunk with a long comment',
        post(`${JSON_TYPE}${CHUNKED}`, `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
        400,
      ],
      ['a zero byte in a header', get('X-A: a\0b\r\n'), 400],
      ['a zero byte in the address', get('', '/healthz\0'), 400],
      ['HTTP/0.9', 'GET /healthz\r\n\r\n', 404],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
      ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
      ['an unknown method', get('', '/healthz', 'STEAL'), 400],
      ['17 KiB of one header', get(`X-A: ${'a'.repeat(17 * 1024)}\r\n`), 431],
      ['17 KiB of address', get('', `/healthz?${'a'.repeat(17 * 1024)}`), 431],
      ['thousands of headers', get('a:b\r\n'.repeat(3_000)), 431],
      ['an upgrade elsewhere', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), 404],
      ['an upgrade to HTTP/2', get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'), 404],
      ['a socket without an origin', get('Connection: Upgrade\r\nUpgrade: websocket\r\n', '/ws'), 403],
      ['a length of a terabyte', post(`${JSON_TYPE}Content-Length: 1099511627776\r\n`, '{}'), 413],
      ['one byte too many', json('x'.repeat(16 * 1024 + 1)), 413],
      ['chunks without end', post(`${JSON_TYPE}${CHUNKED}`, `1000\r\n${'x'.repeat(4096)}\r\n`.repeat(5)), 413],
      ['nothing behind 100-continue', post(`${JSON_TYPE}Content-Length: 17000\r\nExpect: 100-continue\r\n`, ''), 413],
    ];
    for (const [name, bytes, status] of cases) {
      const connection = RawConnection.open(port).send(bytes);
      await connection.answered(5);
      const answers = connection.answers.filter((answer) => answer.status !== 100);
      expect([name, answers.map((answer) => answer.status), connection.ended]).toEqual([name, [status], true]);
      expect(answers[0]?.body, name).not.toMatch(/ {4}at |node_modules|\.ts/);
    }
    const tunnel = RawConnection.open(port).send(`CONNECT evil.example:80 HTTP/1.1\r\n${HOST}\r\n`);
    expect([await tunnel.answered(), tunnel.ended]).toEqual([[], true]);
    // No client closed its side, so the server must have.
    await expectUnharmed(app, port);
    expect(app.logged.join('')).not.toContain('smuggled');
  });

  test('Odd but readable requests are answered one by one and leave no state behind', async () => {
    const app = await startApp();
    const port = await listening(app);
    const gzip = gzipSync('{"username":"a"}').toString('latin1');
    const cases: [name: string, bytes: string, status: number, body?: string][] = [
      ['a body of exactly the maximum length', json('x'.repeat(16 * 1024)), 400, 'malformed_json'],
      ['a gzipped body', post(`${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n`, gzip), 400],
      ['bytes that are no text', json('{"username":"\xff\xfe","password":"\xc0\x80"}'), 400],
      ['a zero byte in JSON', json('{"username":"a\0b"}'), 400, 'malformed_json'],
      ['a duplicate key', json('{"username":"a","username":{"b":1}}'), 400, 'bad_input'],
      ['numbers that overflow', json(`{"username":1e9999,"password":-${'9'.repeat(4_000)}}`), 400, 'bad_input'],
      ['8,000 brackets', json('['.repeat(8_000) + ']'.repeat(8_000)), 400],
      ['brackets that never close', json('{"a":'.repeat(3_000)), 400, 'malformed_json'],
      ['TRACE', get('Cookie: gatehouse=secret\r\n', '/healthz', 'TRACE'), 404, 'not_found'],
      ['OPTIONS *', get('', '*', 'OPTIONS'), 404],
      ['an unknown expectation', post(`${JSON_TYPE}Content-Length: 2\r\nExpect: miracles\r\n`, '{}'), 417],
      ['trailers', post(`${JSON_TYPE}${CHUNKED}`, '2\r\n{}\r\n0\r\nOrigin: https://a.example\r\n\r\n'), 400],
      ['a very long path parameter', get('', `/api/admin/users/${'x'.repeat(5_000)}/details`), 404],
      ['QUERY', get('', '/healthz', 'QUERY'), 400],
    ];
    for (const [name, bytes, status, body = ''] of cases) {
      const connection = RawConnection.open(port).send(bytes);
      const [answer] = await connection.answered();
      expect([name, answer?.status, answer?.body]).toEqual([name, status, expect.stringContaining(body)]);
      expect(answer?.body, name).not.toMatch(/ {4}at |node_modules|\.ts|secret/);
      connection.socket.destroy();
    }
    // A content length that is too small turns the rest into a second, invalid request.
    const liar = RawConnection.open(port).send(post(`${JSON_TYPE}Content-Length: 2\r\n`, '{}{"role":"admin"}\r\n\r\n'));
    await until('the connection is closed', () => liar.ended);
    expect(liar.answers.at(-1)?.status).toBe(400);

    // A client that hangs up halfway causes no server error.
    const admin = await signedIn(app, ADMIN);
    for (const [path, type] of [
      ['/api/user/verify-code', 'application/json'],
      ['/api/admin/users/import', 'text/csv'],
    ] as const) {
      const head = `Cookie: ${admin.cookieHeader}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n`;
      const gone = RawConnection.open(port).send(get() + post(head, 'username', path));
      await gone.answered();
      gone.socket.resetAndDestroy();
    }

    const burst = RawConnection.open(port).send(
      Array.from({ length: 500 }, (_, index) => get('', index % 2 === 0 ? '/healthz' : '/api/auth/user')).join(''),
    );
    const answers = await burst.answered(500);
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 401)));
    burst.socket.destroy();
    await expectUnharmed(app, port);
  });

  test('Slow and silent clients are cut off, in the head and in the body', async () => {
    const app = await startApp();
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.http.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
    });
    const patience = { headersTimeout: WAIT_MS, requestTimeout: WAIT_MS };
    const port = await listening(app, { ...patience, connectionsCheckingInterval: 50 });
    const start = post(`${JSON_TYPE}Content-Length: 1000\r\n`, '{');
    const clients = {
      silent: RawConnection.open(port),
      head: RawConnection.open(port).send('GET /healthz HTTP/1.1\r\nX-A: '),
      body: RawConnection.open(port).send(start),
      'body for nothing': RawConnection.open(port).send(post('Content-Length: 1000\r\n', '{', '/nothing')),
      chunks: RawConnection.open(port).send(post(`${JSON_TYPE}${CHUNKED}`, '1\r\n{\r\n')),
      'second request': RawConnection.open(port).send(get()),
      silence: RawConnection.open(port).send(start),
    };
    await clients['second request'].answered();
    clients['second request'].send('GET /');
    const drip = setInterval(() => {
      clients.head.send('a');
      clients.body.send('a');
      clients['body for nothing'].send('a');
      clients.chunks.send('1\r\na\r\n');
      clients['second request'].send('a');
    }, 20);
    Object.assign(app.http.server, { headersTimeout: 300, requestTimeout: 600 });
    await until('all are cut off', () => Object.values(clients).every(({ ended }) => ended));
    clearInterval(drip);
    Object.assign(app.http.server, patience);
    const statuses = Object.entries(clients).map(([name, { answers }]) => [name, answers.map(({ status }) => status)]);
    expect(Object.fromEntries(statuses)).toEqual({
      silent: [],
      head: [408],
      body: [408],
      'body for nothing': [expect.any(Number)],
      chunks: [408],
      'second request': [200, 408],
      silence: [408],
    });
    await expectUnharmed(app, port);
  });
});

describe('Requests of an admin', () => {
  test('A body that is nested too deeply or too large is refused, even from an admin', async () => {
    const app = await startApp();
    const port = await listening(app);
    const admin = await signedIn(app, ADMIN);
    const bulk = (payload: string) =>
      admin.request({
        method: 'POST',
        url: '/api/admin/users/bulk-action',
        payload,
        headers: { 'content-type': 'application/json' },
      });
    const nested = (depth: number) => `${'['.repeat(depth)}"x"${']'.repeat(depth)}`;
    for (const [payload, status] of [
      [`{"userIds":${nested(10_000)},"action":"delete"}`, 400],
      [`{"userIds":${nested(400_000)},"action":"delete"}`, 400],
      [`{"userIds":["x"],"action":"delete","more":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 200],
      [`{"userIds":["x"],"action":"delete"}`.padEnd(1024 * 1024), 200],
      [`{"userIds":["x"],"action":"delete"}`.padEnd(1024 * 1024 + 1), 413],
    ] as const) {
      const answer = await bulk(payload);
      expect([payload.slice(0, 40), answer.statusCode, answer.body.length < 300]).toEqual([
        payload.slice(0, 40),
        status,
        true,
      ]);
    }

    const head = `Cookie: ${admin.cookieHeader}\r\nOrigin: http://localhost:3000\r\nContent-Type: text/csv\r\n${CHUNKED}`;
    const file = RawConnection.open(port).send(post(head, '', '/api/admin/users/import?dryRun=true'));
    const chunk = `100000\r\n${'x,'.repeat(512 * 1024)}\r\n`;
    for (let sent = 0; sent <= IMPORT_BYTES_MAX && !file.ended; sent += 1024 * 1024) {
      if (!file.socket.write(chunk, 'latin1')) await Promise.race([drained(file), file.answered()]);
    }
    const [refused] = await file.answered();
    expect([refused?.status ?? 413, (await admin.get('/api/admin/users')).json().length]).toEqual([413, 1]);
    file.socket.destroy();
    await expectUnharmed(app, port);
  });

  test('Every HTTP method gets an answer without a server error', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const method of METHODS.filter((name) => name !== 'CONNECT')) {
      for (const url of ['/healthz', '/api/admin/stats', '/api/user/profile', '/nothing']) {
        const { statusCode } = await admin.request({ method: method as 'GET', url, payload: '' });
        const served = /GET|HEAD/.test(method) ? url !== '/nothing' : false;
        expect([method, url, served ? statusCode === 200 : statusCode >= 400 && statusCode < 500]).toEqual([
          method,
          url,
          true,
        ]);
      }
    }
    expect(failures(app)).toEqual([]);
  });
});

const drained = ({ socket }: RawConnection) => new Promise((go) => socket.once('drain', go));
