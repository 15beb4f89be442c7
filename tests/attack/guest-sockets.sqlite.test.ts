import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { guestSocket, openGuestSocket } from '../support/live-socket.ts';
import { WAIT_MS } from '../support/patience.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';

const MOST = 200;

async function browser(app: TestApp, ip: string) {
  const client = app.client({ ip });
  await client.get('/api/guest/help');
  return client;
}

const handshake = (cookie: string, address: string) =>
  [
    'GET /ws/guest HTTP/1.1',
    'Host: localhost:3000',
    'Origin: http://localhost:3000',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Cookie: ${cookie}`,
    `X-Forwarded-For: ${address}`,
    '',
    '',
  ].join('\r\n');

/** A client's frame with a zero mask. */
const frame = (first: number, payload = '') => `${String.fromCharCode(first, 0x80 | payload.length)}\0\0\0\0${payload}`;
const PING = 0x89;
const PONG = 0x8a;
const TEXT = 0x81;
const START_OF_TEXT = 0x01;

test('An attacker who opens every socket they get leaves room for other guests', async () => {
  const app = await startApp({ guestSockets: { most: MOST } });
  const port = await listening(app);
  const admin = await signedIn(app, ADMIN);
  // Each is another browser, in one of ten neighbouring networks.
  const flood = await Promise.all(
    Array.from({ length: MOST }, async (_, index) => {
      const attacker = await browser(app, `203.0.113.${index % 10}`);
      return openGuestSocket(port, attacker).state;
    }),
  );
  await until('all sockets are opened or refused', () => flood.every(({ opened, ended }) => opened || ended !== null));
  const taken = flood.filter(({ opened }) => opened).length;
  expect(flood.filter(({ ended }) => ended === 429)).toHaveLength(MOST - taken);
  expect(taken).toBeLessThan(MOST / 2);

  const guest = await browser(app, '198.51.100.7');
  const page = await guestSocket(port, guest);
  await admin.post('/api/admin/guest-prompt', { guestIp: guest.ip });
  await until('the guest is notified', () => page.news() > 0);
  expect(flood.filter(({ ended }) => ended !== null && ended !== 429)).toEqual([]);
});

test('A flood of connections closes no guest socket, and guest sockets block no connections', async () => {
  const app = await startApp({ connectionsMax: 60, env: { TRUST_PROXY: '' } });
  const port = await listening(app);
  const count = promisify(app.http.server.getConnections.bind(app.http.server));
  const guests = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const { cookieHeader } = await browser(app, '127.0.0.1');
      const raw = RawConnection.open(port, `127.${10 + index}.0.1`);
      return raw.send(handshake(cookieHeader, ''));
    }),
  );
  await until('all guests have a socket', () => app.guestSockets.count() === guests.length);
  const idle: RawConnection[] = [];
  for (let network = 0; network < 20; network += 1)
    for (let each = 0; each < 10; each += 1) idle.push(RawConnection.open(port, `127.${100 + network}.0.1`));
  await until('the flood has connected', async () => (await count()) >= guests.length + 50);
  const honest = RawConnection.open(port, '127.200.0.1').send('GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
  expect((await honest.answered()).map(({ status }) => status)).toEqual([200]);
  expect(guests.filter(({ ended }) => ended)).toEqual([]);
});

test.for([
  ['a message', frame(TEXT, '{"type":"news"}')],
  ['an empty message', frame(TEXT)],
  ['an endless message', frame(START_OF_TEXT, 'x').repeat(3)],
  ['a flood of pings', frame(PING, 'are you there').repeat(200)],
  ['a flood of unexpected pongs', frame(PONG).repeat(200)],
  ['a frame with a huge length', `${String.fromCharCode(TEXT, 0xff)}\0\0\0\x7f\0\0\0\0\0\0\0\0`],
  ['an HTTP request', 'GET / HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'],
] as const)('The guest socket closes after %s', async ([, bytes]) => {
  const app = await startApp();
  const port = await listening(app);
  const guest = await browser(app, '198.51.100.7');
  const raw = RawConnection.open(port).send(handshake(guest.cookieHeader, guest.ip));
  await until('the socket is open', () => app.guestSockets.count() === 1);
  raw.send(bytes);
  await until('the socket is no longer counted', () => app.guestSockets.count() === 0);
  await until('the connection is closed', () => raw.ended);
});

test('Unfinished and refused handshakes leave no connection open', async () => {
  const app = await startApp();
  const port = await listening(app, { headersTimeout: WAIT_MS, connectionsCheckingInterval: 50 });
  const count = promisify(app.http.server.getConnections.bind(app.http.server));
  const whole = handshake('guest=made.0.up', '198.51.100.7');
  const slow = Array.from({ length: 50 }, () => RawConnection.open(port).send(whole.slice(0, 150)));
  const refused = Array.from({ length: 50 }, () => RawConnection.open(port).send(whole));
  const malformed = await browser(app, '198.51.100.8');
  const withoutKey = handshake(malformed.cookieHeader, malformed.ip).replace(/Sec-WebSocket-Key.*\r\n/, '');
  const odd = RawConnection.open(port).send(withoutKey);
  await until('the complete handshakes are refused', () => [...refused, odd].every(({ ended }) => ended));
  app.http.server.headersTimeout = 200;
  await until('the unfinished handshakes are closed', () => slow.every(({ ended }) => ended));
  expect(refused.every(({ answers }) => answers[0]?.status === 401)).toBe(true);
  expect(odd.answers[0]?.status).toBe(400);
  await until('no connection is left', async () => (await count()) === 0);
  expect(app.guestSockets.count()).toBe(0);
});
