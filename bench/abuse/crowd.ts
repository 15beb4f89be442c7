import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { memoryOf } from '../memory-of.ts';
import { processorOf } from '../processor-of.ts';
import { compared } from './compared.ts';
import { Browser, type Database, Experience, honestAddress, type Portal, startPortal } from './portal.ts';

const NETWORKS = Number(process.env.BENCH_NETWORKS ?? 1_000_000);
const HONEST = 20;
const FAKES = 1_200;
const AT_ONCE = 40;
const page = { page: 'Email Entry Page' };

async function idlePercent(pid: number, seconds: number): Promise<number> {
  const before = processorOf(pid);
  await pause(seconds * 1000);
  return (100 * (processorOf(pid) - before)) / seconds;
}

async function listed(portal: Portal): Promise<Set<string>> {
  const { body } = await new Browser(portal, '127.0.0.1', portal.admin).get('/api/admin/guests');
  return new Set((JSON.parse(body) as { ipAddress: string }[]).map(({ ipAddress }) => ipAddress));
}

/** An honest guest's page: a view, then a poll every two seconds. */
async function honestGuest(portal: Portal, index: number, polls: Experience, stop: () => boolean): Promise<void> {
  const browser = new Browser(portal, honestAddress(index));
  await browser.post('/api/guest/log-activity', page);
  while (!stop()) {
    const { status, ms } = await browser.get('/api/guest/check-prompt');
    polls.note(status === 200, ms);
    await pause(2_000);
  }
}

/** A million networks, each of which opens a page and polls once. */
export async function manyNetworks(database: Database): Promise<void> {
  const portal = await startPortal(database);
  const { pid, url } = portal.server;
  await pause(2_000);
  const start = memoryOf(pid, 'now');
  const idleBefore = await idlePercent(pid, 5);
  const polls = new Experience();
  let over = false;
  const honest = Array.from({ length: HONEST }, (_, index) => honestGuest(portal, index, polls, () => over));
  let network = 0;
  const began = performance.now();
  await autocannon({
    url,
    connections: 40,
    amount: 2 * NETWORKS,
    requests: [
      {
        method: 'POST',
        path: '/api/guest/log-activity',
        body: JSON.stringify(page),
        setupRequest(request) {
          network += 1;
          const ip = `2a00:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`;
          return { ...request, headers: { 'content-type': 'application/json', 'x-forwarded-for': ip } };
        },
        onResponse(_status, _body, context, headers) {
          Object.assign(context, { cookie: String(headers?.['set-cookie'] ?? '').split(';', 1)[0] });
        },
      },
      {
        method: 'GET',
        path: '/api/guest/check-prompt',
        setupRequest: (request, context) => ({
          ...request,
          headers: {
            'x-forwarded-for': `2a00:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`,
            cookie: 'cookie' in context ? String(context.cookie) : '',
          },
        }),
      },
    ],
  });
  const seconds = (performance.now() - began) / 1000;
  const guests = await listed(portal);
  over = true;
  await Promise.all(honest);
  const most = memoryOf(pid, 'most');
  await pause(15_000);
  const count = NETWORKS.toLocaleString('en');
  const missing = Array.from({ length: HONEST }, (_, index) => honestAddress(index)).filter((ip) => !guests.has(ip));
  compared(database, `${count} networks: came in`, seconds, 's');
  compared(database, `${count} networks: memory over the start, at most`, most - start, 'MB', { most: 60 });
  compared(database, `memory over the start, afterwards`, memoryOf(pid, 'now') - start, 'MB', { most: 60 });
  compared(database, `idle processor before`, idleBefore, '%');
  compared(database, `idle processor afterwards`, await idlePercent(pid, 10), '%', { most: 2 });
  compared(database, `honest polls answered meanwhile`, polls.succeeded, '%', { least: 99 });
  compared(database, `an honest poll, p95`, polls.percentile(0.95), 'ms', { most: 100 });
  compared(database, `honest guests whom staff do not see (of ${HONEST})`, missing.length, '', { most: 0 });
  await portal.stop();
}

/** One network with twelve hundred addresses, and five honest guests who came before it. */
export async function crowdOfOneNetwork(database: Database): Promise<void> {
  const portal = await startPortal(database);
  const polls = new Experience();
  let over = false;
  const honest = Array.from({ length: 5 }, (_, index) => honestGuest(portal, index, polls, () => over));
  await pause(1_000);
  over = true;
  await Promise.all(honest);
  for (let fake = 0; fake < FAKES; fake += AT_ONCE) {
    // A network may open six hundred pages a minute.
    if (fake === FAKES / 2) await pause(61_000);
    const addresses = Array.from({ length: AT_ONCE }, (_, one) => `2001:db8:9:9::${(fake + one + 1).toString(16)}`);
    await Promise.all(addresses.map((ip) => new Browser(portal, ip).post('/api/guest/log-activity', page)));
  }
  await pause(1_000);
  const guests = await listed(portal);
  const seen = Array.from({ length: 5 }, (_, index) => honestAddress(index)).filter((ip) => guests.has(ip));
  compared(database, `${FAKES} fakes of one /64: honest guests listed (of 5)`, seen.length, '', { least: 5 });
  await portal.stop();
}
