import { setTimeout as pause } from 'node:timers/promises';
import { fetched } from '../../scripts/ask.ts';
import { watchEventLoop } from '../event-loop.ts';
import { beside, figure, median } from '../figures.ts';

/** A server and an admin's session. */
export interface Asked {
  readonly url: string;
  readonly cookie: string;
}

const ROUNDS = 41;

/** The first request of each page of the back-office. */
const FIRST_PAGES = {
  users: '/api/admin/users',
  activity: '/api/admin/activity',
  audit: '/api/admin/audit',
  notifications: '/api/admin/notifications',
  'verified addresses': '/api/admin/verified',
};

const today = () => encodeURIComponent(new Date(Date.now() - 12 * 60 * 60 * 1000).toISOString());

/** Answers are cached for five seconds, so a measurement waits for the cache to expire. */
const KEPT_MS = 5_100;
const KEPT_ROUNDS = 5;
const dashboard = () => ({
  'numbers of the dashboard': '/api/admin/stats',
  'charts of the dashboard': '/api/admin/charts',
  'numbers of the notifications': `/api/admin/notifications/counts?since=${today()}`,
});

const counts = {
  'count of users': '/api/admin/users/count',
  'count of activity': '/api/admin/activity/count',
  'count of audit': '/api/admin/audit/count',
  'count of verified addresses': '/api/admin/verified/count',
};

/** Rare, absent and common. */
const SEARCHES = {
  'users: nobody': '/api/admin/users?q=nobody',
  'users: many': '/api/admin/users?q=zoe',
  'activity: failed attempts': '/api/admin/activity?filter=failed',
  'activity: prompts and redirects': '/api/admin/activity?filter=admin_redirect',
  'activity: text that is not there': '/api/admin/activity?q=nowhere',
  'audit: one kind': '/api/admin/audit?kind=status',
  'audit: a kind that is not there': '/api/admin/audit?kind=deleted',
  'notifications: warnings': '/api/admin/notifications?only=warnings',
  'notifications: a rare type': '/api/admin/notifications?type=mail_failure',
  'notifications: a type that is not there': '/api/admin/notifications?type=storage',
  'notifications: text that is not there': '/api/admin/notifications?q=nowhere',
  'verified addresses: a whole one': '/api/admin/verified?q=guest3%40example.com',
  'verified addresses: text that is not there': '/api/admin/verified?q=nowhere',
};

const ask = async ({ url, cookie }: Asked, path: string) => (await fetched(url + path, { headers: { cookie } })).ms;

/** In turns, so that other load on the machine affects both. */
async function compared(old: Asked, fresh: Asked, path: string, rounds: number, waitMs: number) {
  const times: { old: number[]; fresh: number[] } = { old: [], fresh: [] };
  await ask(old, path);
  await ask(fresh, path);
  for (let round = 0; round < rounds; round += 1) {
    await pause(waitMs);
    times.old.push(await ask(old, path));
    times.fresh.push(await ask(fresh, path));
  }
  return { old: median(times.old), fresh: median(times.fresh) };
}

/** The first page of each list, beside an installation on its first day; then searches, which have no counterpart. */
export async function measurePages(name: string, old: Asked, fresh: Asked): Promise<void> {
  const stopWatching = watchEventLoop(old.url);
  for (const [page, path] of Object.entries(FIRST_PAGES)) {
    const ms = await compared(old, fresh, path, ROUNDS, 0);
    beside(`${name}: first page of ${page}, p50`, ms.old, ms.fresh, 'ms', { most: 1.2 });
  }
  for (const [page, path] of Object.entries(dashboard())) {
    const ms = await compared(old, fresh, path, KEPT_ROUNDS, KEPT_MS);
    beside(`${name}: ${page}, p50`, ms.old, ms.fresh, 'ms', { most: 1.2 });
  }
  // Counts stop at a hundred thousand, which a first day does not have.
  for (const [what, path] of Object.entries(counts)) {
    const ms = await compared(old, fresh, path, KEPT_ROUNDS, KEPT_MS);
    figure(`${name}: ${what}, p50`, ms.old, 'ms', { most: 50 });
  }
  for (const [what, path] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await ask(old, path));
    figure(`${name}: search, ${what}, p50`, median(times), 'ms', { most: 50 });
  }
  figure(`${name}: pages and searches, longest wait of another request`, await stopWatching(), 'ms', { most: 50 });
}
