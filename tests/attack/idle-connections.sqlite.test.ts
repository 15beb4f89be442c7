import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { shareOf } from '../../server/limits/fair-shares.ts';
import { listening, startApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';

const MOST = 60;
const ATTACKERS = 10;
const EACH = 6;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`;
const halfRequest =
  'POST /api/guest/log-activity HTTP/1.1\r\nHost: localhost:3000\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';
const attacker = (index: number) => `127.${index + 1}.0.1`;

/** Without a trusted proxy, each loopback address is a network of its own. */
async function fullServer() {
  const app = await startApp({ connectionsMax: MOST, env: { TRUST_PROXY: '' } });
  const port = await listening(app);
  const count = promisify(app.http.server.getConnections.bind(app.http.server));
  const [silent, kept, busy]: [RawConnection[], RawConnection[], RawConnection[]] = [[], [], []];
  for (let index = 0; index < ATTACKERS; index += 1) {
    for (let times = 0; times < EACH - 2; times += 1) silent.push(RawConnection.open(port, attacker(index)));
    const used = RawConnection.open(port, attacker(index)).send(request('/healthz'));
    await used.answered();
    kept.push(used);
    busy.push(RawConnection.open(port, attacker(index)).send(halfRequest));
    await until('these are open', async () => (await count()) === (index + 1) * EACH);
  }
  return { port, silent, kept, busy };
}

describe('A server whose connections are all held by a few idle networks', () => {
  test('Other networks can connect, and only idle connections are closed', async () => {
    const { port, silent, kept, busy } = await fullServer();
    const honest = Array.from({ length: 12 }, (_, index) => RawConnection.open(port, `127.${100 + index}.0.1`));
    for (const connection of honest)
      expect((await connection.send(request('/healthz')).answered()).map(({ status }) => status)).toEqual([200]);
    await until(
      'idle ones are closed',
      () => [...silent, ...kept].filter(({ ended }) => ended).length >= honest.length,
    );
    expect([...busy, ...honest].filter(({ ended }) => ended)).toEqual([]);
    // Only connections that were never used are closed.
    expect(kept.filter(({ ended }) => ended)).toEqual([]);
    for (const connection of honest)
      expect((await connection.send(request('/healthz')).answered(2)).map(({ status }) => status)).toEqual([200, 200]);
    const [slow] = busy;
    slow?.send(`${' '.repeat(97)}}`);
    expect((await slow?.answered())?.map(({ status }) => status)).toEqual([400]);
  });

  test('New connections of a holding network replace only its own', async () => {
    const { port, silent } = await fullServer();
    const more = Array.from({ length: 3 }, () => RawConnection.open(port, attacker(0)).send(request('/healthz')));
    for (const connection of more) expect((await connection.answered()).map(({ status }) => status)).toEqual([200]);
    expect(silent.slice(EACH - 2).filter(({ ended }) => ended)).toEqual([]);
  });
});

test.for([
  ['no connection is open', 0, 1_000],
  ['half of the connections are open', 5_000, 1_000],
  ['few connections are left', 9_000, 200],
  ['no connection is left', 10_000, 50],
] as const)('The share of a network shrinks as connections fill up: %s', ([, open, share]) => {
  expect(shareOf(open, 10_000)).toBe(share);
});
