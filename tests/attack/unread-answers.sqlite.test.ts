import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listening, startApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';

/** More than the buffers of sockets take. */
const LARGE = 40 * 1024 * 1024;
const HEAD = 'HTTP/1.1\r\nHost: localhost:3000\r\n';
const get = (path: string) => `GET ${path} ${HEAD}\r\n`;

test('A few requests that are sent ahead are answered in order', async () => {
  const app = await startApp();
  const connection = RawConnection.open(await listening(app));
  const answers = await connection.send((get('/healthz') + get('/api/nothing')).repeat(4)).answered(8);
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404, 200, 404]);
});

test('Many requests that are sent ahead end the connection, and most are not worked on', async () => {
  const app = await startApp();
  const responses: ServerResponse[] = [];
  const port = await listening(app);
  app.http.server.on('request', (_, response) => responses.push(response));
  const connection = RawConnection.open(port).send(get('/auth').repeat(100));
  await until(
    'the connection has ended, or all is answered',
    () => connection.ended || connection.answers.length >= 99,
  );
  await app.http.close();
  expect(responses.filter(({ writableEnded }) => writableEnded).length).toBeLessThan(10);
});

test('An answer that nobody reads ends the connection', async () => {
  const webDir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<html lang="en"></html>');
  writeFileSync(join(webDir, 'assets', 'large.txt'), Buffer.alloc(LARGE, 'x'));
  const app = await startApp({ webDir });
  const port = await listening(app);
  expect(app.http.server.timeout).toBe(300_000);
  app.http.server.timeout = 500;
  const connections = () =>
    new Promise<number>((resolve) => app.http.server.getConnections((_, count) => resolve(count)));
  const unread = RawConnection.open(port);
  unread.socket.pause();
  unread.send(get('/assets/large.txt'));
  await until('the connection is open', async () => (await connections()) === 1);
  // Only the unread one is short of time.
  app.http.server.timeout = 300_000;
  const headers = { host: 'localhost:3000' };
  const read = await new Promise<IncomingMessage>((resolve) =>
    request({ port, path: '/assets/large.txt', headers }, resolve).end(),
  );
  expect((await buffer(read)).length).toBe(LARGE);
  await until('the connection has ended', async () => (await connections()) === 0);
});
