import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp } from '../support/app.ts';
import { openSocket } from '../support/live-socket.ts';
import { WAIT_MS } from '../support/patience.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';

const MANY = 1_000;
const MEGABYTE = 1024 * 1024;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`;

test('Thousands of idle connections block no other network, use little memory and are closed', async () => {
  // Without a trusted proxy, each loopback address is a network of its own.
  const app = await startApp({ env: { TRUST_PROXY: '' } });
  const { server } = app.http;
  const port = await listening(app, { headersTimeout: WAIT_MS, connectionsCheckingInterval: 50 });
  const open = promisify(server.getConnections.bind(server));
  const before = process.memoryUsage().rss;

  const silent: RawConnection[] = [];
  const half: RawConnection[] = [];
  // In batches, or the operating system would queue them before the server accepts them.
  while (silent.length < MANY) {
    for (let index = 0; index < 100; index += 1) {
      silent.push(RawConnection.open(port, '127.0.0.1'));
      half.push(RawConnection.open(port, '127.0.0.2').send('GET /heal'));
    }
    await until('these are open', async () => (await open()) === 2 * silent.length);
  }
  // The clients share this process, so the server uses less.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);

  // A network at its limit replaces its own oldest connections; other networks keep theirs.
  const beyond = Array.from({ length: 20 }, () => RawConnection.open(port, '127.0.0.1').send(request('/healthz')));
  for (const connection of beyond) expect((await connection.answered())[0]?.status).toBe(200);
  await until('as many are closed', () => silent.slice(0, 20).every(({ ended }) => ended));
  const admin = await signedIn(app, ADMIN);
  const cookie = admin.cookieHeader;
  const pages = Array.from({ length: 12 }, () => openSocket(port, { cookie }, { localAddress: '127.0.0.3' }).state);
  await until('all are decided', () => pages.every(({ opened, ended }) => opened || ended !== null));
  expect(pages.filter(({ ended }) => ended === 429)).toHaveLength(2);
  for (const path of ['/healthz', '/api/portal', '/api/guest/check-prompt', '/dev/mailbox']) {
    const [answer] = await RawConnection.open(port, '127.0.0.3').send(request(path)).answered();
    expect([path, answer?.status]).toEqual([path, 200]);
  }
  expect([...silent, ...half].filter(({ ended }) => ended)).toEqual(silent.slice(0, 20));

  server.headersTimeout = 200;
  await until('all are closed', () => [...silent, ...half].every(({ ended }) => ended));
  expect([...silent, ...half].some(({ answers }) => answers.some(({ status }) => status !== 408))).toBe(false);
  // The network at its limit can connect again.
  const [again] = await RawConnection.open(port, '127.0.0.1').send(request('/healthz')).answered();
  expect(again?.status).toBe(200);
});
