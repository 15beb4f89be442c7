import { setTimeout as pause } from 'node:timers/promises';
import { fetched } from '../../scripts/ask.ts';
import { watchEventLoop } from '../event-loop.ts';
import { beside, figure, median } from '../figures.ts';

/** A server with a session of an admin. */
export interface Asked {
  readonly url: string;
  readonly cookie: string;
}

const ROUNDS = 41;

/** What each page of the back-office shows first. */
const FIRST_PAGES = {
  users: '/api/admin/users',
  activity: '/api/admin/activity',
  audit: '/api/admin/audit',
  notifications: '/api/admin/notifications',
  'verified addresses': '/api/admin/verified',
};

const today = () => encodeURIComponent(new Date(Date.now() - 12 * 60 * 60 * 1000).toISOString());

/** The same answer is given for a moment to everybody who asks, so whoever measures has to wait until it is found out anew. */
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

/** Turn by turn, so that whatever else the machine does meets both. */
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

/** The first pages of everything, beside those of an installation on its first day; then searches, which have none to stand beside. */
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
  // Up to a hundred thousand are counted, and on the first day there are not so many.
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
