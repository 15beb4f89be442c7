import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { compared } from './compared.ts';
import { type Database, Experience, startPortal } from './portal.ts';

const ADDRESSES = 10;
const EACH = 1_000;
const HONEST = 40;

/** An honest client without a proxy, with a connection of its own. */
function page(url: string, localAddress: string): Promise<{ ok: boolean; ms: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (ok: boolean) => resolve({ ok, ms: performance.now() - began });
    request(`${url}/api/portal`, { agent: new Agent(), localAddress, timeout: 5_000 }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode === 200));
    })
      .on('error', () => end(false))
      .on('timeout', () => end(false))
      .end();
  });
}

/** Ten addresses hold a thousand idle connections each. */
export async function idleConnections(database: Database): Promise<void> {
  const portal = await startPortal(database);
  const { hostname, port } = new URL(portal.server.url);
  const sockets: Socket[] = [];
  for (let address = 0; address < ADDRESSES; address += 1)
    for (let from = 0; from < EACH; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${address + 1}` });
          socket.on('error', () => undefined);
          sockets.push(socket);
          // After the first answer it is an honest keep-alive connection.
          await once(socket, 'connect').catch(() => undefined);
          socket.write(`GET /api/portal HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        }),
      );
  await pause(500);
  const people = new Experience();
  for (let person = 0; person < HONEST; person += 1) {
    const { ok, ms } = await page(portal.server.url, `127.0.2.${person + 1}`);
    people.note(ok, ms);
    await pause(50);
  }
  compared(
    database,
    `${ADDRESSES} × ${EACH.toLocaleString('en')} idle connections: others get in`,
    people.succeeded,
    '%',
    { least: 100 },
  );
  compared(database, 'others wait for a page, p95', people.percentile(0.95), 'ms', { most: 200 });
  for (const socket of sockets) socket.destroy();
  await portal.stop();
}
