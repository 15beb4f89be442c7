import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { WAIT_MS } from '../../tests/support/patience.ts';
import { verifiedEvent, WEBHOOK_SECRET, WebhookTarget } from '../../tests/support/webhook-target.ts';
import { systemClock } from '../clock.ts';
import { PermanentFailure, RetryLater } from './job.ts';
import { webhookSender } from './webhook-transport.ts';

const BODY = '{"type":"verification.completed"}';

type Options = NonNullable<Parameters<typeof webhookSender>[2]>;

/** What became of one try: the answer, or the error and its words. */
async function tried(url: string, options: Options = {}, allowPrivate = false, clock = systemClock) {
  const target = { url: new URL(url), secret: WEBHOOK_SECRET, allowPrivate };
  const sender = await webhookSender(target, clock, options);
  try {
    return { answer: await sender.send(BODY, 'msg-1') };
  } catch (error) {
    return { error: error as Error, words: (error as Error).message };
  } finally {
    sender.close();
  }
}

/** A key and a certificate of its own for localhost, made now. */
function certificate(name = 'localhost') {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', [...made, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

test('Only the secret verifies the signature of a delivery', async () => {
  const target = await WebhookTarget.start();
  expect(await tried(target.url)).toEqual({ answer: '204 No Content' });
  const [got] = target.received;
  if (got === undefined) throw new Error('nothing came');
  expect(got.id).toBe('msg-1');
  expect(got.path).toBe('/hooks/gatehouse?key=kept-secret');
  expect(verifiedEvent(got)).toEqual(JSON.parse(BODY));
  expect(() => verifiedEvent({ ...got, body: got.body.replace('completed', 'abandoned') })).toThrow();
  expect(() => verifiedEvent({ ...got, headers: { ...got.headers, 'webhook-id': 'msg-2' } })).toThrow();
});

describe('Answers of the receiver', () => {
  test.for([
    [500, '500 Internal Server Error'],
    [404, '404 Not Found'],
    [418, "418 I'm a Teapot"],
    [599, '599'],
  ] as const)('A delivery is retried after %i', async ([status, words]) => {
    const target = await WebhookTarget.start();
    target.behaviour = status;
    const { error, words: said } = await tried(target.url);
    expect(said).toBe(words);
    expect(error).not.toBeInstanceOf(PermanentFailure);
  });

  test('A delivery fails for good after 410', async () => {
    const target = await WebhookTarget.start();
    target.behaviour = 410;
    expect((await tried(target.url)).error).toBeInstanceOf(PermanentFailure);
  });

  test.for([301, 302, 307, 308])('A redirect %i is not followed', async (status) => {
    const target = await WebhookTarget.start();
    const elsewhere = await WebhookTarget.start();
    target.behaviour = (response) => response.writeHead(status, { location: elsewhere.url }).end();
    expect((await tried(target.url)).words).toMatch(new RegExp(`^${status} `));
    expect([target.received.length, elsewhere.received.length]).toEqual([1, 0]);
  });

  test.for([
    ['120', 120],
    ['Wed, 18 Nov 2026 11:00:00 GMT', 3_600],
    ['soon', null],
    ['-5', null],
  ] as const)('A Retry-After of %s is read', async ([retryAfter, seconds]) => {
    const target = await WebhookTarget.start();
    target.behaviour = (response) => response.writeHead(503, { 'retry-after': retryAfter }).end();
    const clock = { now: () => Date.UTC(2026, 10, 18, 10) };
    const { error } = await tried(target.url, {}, false, clock);
    expect(error instanceof RetryLater ? error.seconds : null).toEqual(seconds);
  });

  test('An endless body is not read to its end', async () => {
    const target = await WebhookTarget.start();
    let written = 0;
    let hungUp = false;
    target.behaviour = (response) => {
      response.writeHead(200);
      response.on('close', () => {
        hungUp = true;
      });
      const chunk = Buffer.alloc(64 * 1024);
      const write = () => {
        while (!hungUp && written < 1_000_000_000) {
          written += chunk.length;
          if (!response.write(chunk)) return response.once('drain', write);
        }
      };
      write();
    };
    expect(await tried(target.url)).toEqual({ answer: '200 OK' });
    expect(written).toBeLessThan(100_000_000);
  });

  test("The receiver's own words are not repeated", async () => {
    const target = await WebhookTarget.start();
    target.behaviour = (response) => response.writeHead(500, 'guest@example.com is unknown').end('guest@example.com');
    expect((await tried(target.url)).words).toBe('500 Internal Server Error');
  });

  test.for([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['no HTTP', '220 mail.example ESMTP\r\n'],
    ['headers without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`],
    ['nothing', ''],
  ] as const)('An answer with %s is a failure', async ([, answer]) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    const port = await freePort();
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { words } = await tried(`http://127.0.0.1:${port}/`);
    expect(words).toMatch(/^(?:closed the connection|did not answer in HTTP)$/);
  });
});

describe('Slow receivers', () => {
  test('A delivery to a receiver that never answers times out', async () => {
    const target = await WebhookTarget.start();
    target.behaviour = 'silent';
    expect((await tried(target.url, { patienceMs: 200 })).words).toBe('timed out');
  });

  test('A delivery is done with its status, even if the receiver goes on talking', async () => {
    const target = await WebhookTarget.start();
    target.behaviour = (response) => {
      response.writeHead(200);
      response.write('.');
    };
    let patienceMs = 250;
    let outcome = await tried(target.url, { patienceMs });
    // A busy machine may take longer for the beginning of an answer.
    while (outcome.words === 'timed out' && patienceMs < WAIT_MS) {
      patienceMs *= 2;
      outcome = await tried(target.url, { patienceMs });
    }
    expect(outcome).toEqual({ answer: '200 OK' });
  });

  test('A delivery to a receiver that is down fails', async () => {
    expect((await tried(`http://127.0.0.1:${await freePort()}/`)).words).toBe('refused the connection');
  });
});

describe('Addresses of receivers', () => {
  const PRIVATE = 'resolves to a private address';
  const answering =
    (...addresses: string[]): LookupFunction =>
    (_name, { all }, done) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (all) done(null, found);
      else done(null, found[0]?.address ?? '', found[0]?.family);
    };

  test.for([
    '10.0.0.1',
    '127.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '2130706433',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    'localhost',
  ])('A delivery never goes to %s', async (host) => {
    expect((await tried(`https://${host}/`)).words).toBe(PRIVATE);
  });

  test('A name with one private address is refused, also if it was public before', async () => {
    const lookups = ['198.41.0.4', '10.0.0.1'];
    expect((await tried('https://example.com/', { lookup: answering(...lookups) })).words).toBe(PRIVATE);
    expect((await tried('https://example.com/', { lookup: answering('169.254.169.254') })).words).toBe(PRIVATE);
    // A name that means this machine is asked for as well.
    expect((await tried('http://localhost/', { lookup: answering('10.0.0.1') })).words).toBe(PRIVATE);
  });

  test('A private address works if the operator allows it, with a valid certificate', async () => {
    const tls = certificate();
    const target = await WebhookTarget.start(tls);
    expect(await tried(target.url, { ca: tls.cert }, true)).toEqual({ answer: '204 No Content' });
    expect((await tried(target.url, {}, true)).words).toMatch(/^its certificate is not valid/);
    expect((await tried(target.url, { ca: tls.cert })).words).toBe(PRIVATE);
    const other = certificate('other.example');
    const wrong = await WebhookTarget.start(other);
    expect((await tried(wrong.url, { ca: other.cert }, true)).words).toMatch(/ALTNAME/);
    expect([target.received.length, wrong.received.length]).toEqual([1, 0]);
  });
});
