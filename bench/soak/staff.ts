import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ask } from '../../scripts/ask.ts';
import { expectStatus, KEEPER, type Town } from './town.ts';
import { signedIn } from './user.ts';

const AT_MOST_EVERY_MS = 350;
const LOOK_EVERY_MS = 5_000;

/** Several addresses for staff, because each has a rate limit. */
const officeAddress = (index: number) => `192.0.2.${index % 250}`;

const PAGES = [
  '/api/admin/users?limit=50',
  '/api/admin/users?q=schmidt',
  '/api/admin/users?q=zoe.miller',
  '/api/admin/users/count',
  '/api/admin/guest-logs',
  '/api/admin/activity',
  '/api/admin/activity?q=norway',
  '/api/admin/stats',
  '/api/admin/charts',
  '/api/admin/notifications',
  '/api/admin/verified',
  '/api/admin/verified?q=guest1',
  '/api/admin/audit',
];
const FILES = ['/api/admin/activity.csv', '/api/admin/verified.csv'];
/** Exports only what is new, as a program does: a whole export would take longer each time. */
const FILE_OF_MS = 5 * 60_000;

async function open(town: Town, path: string, index: number, cookie?: string): Promise<void> {
  const { url, admins } = town;
  const own = cookie ?? admins[index % admins.length]?.cookie ?? '';
  const headers = { cookie: own, 'x-forwarded-for': officeAddress(index) };
  expectStatus((await ask(`${url}${path}`, { headers })).status, path);
}

/** Opens one of the lists. */
export const look = (town: Town, index: number) => open(town, PAGES[index % PAGES.length] as string, index);

/** Exports need a recent step-up. */
export async function exportFile(town: Town, index: number): Promise<void> {
  const cookie = await signedIn(town, KEEPER, { 'x-forwarded-for': officeAddress(index) });
  const since = new Date(Date.now() - FILE_OF_MS).toISOString();
  await open(town, `${FILES[index % FILES.length]}?from=${since}`, index, cookie);
}

/** The live page of each admin: loads the list of guests on every change, until the end. */
export async function watch(town: Town, isOver: () => boolean): Promise<void> {
  const { url } = town;
  const one = async ({ id, cookie }: Town['admins'][number], index: number) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: url } });
    let isChanged = true;
    let at = 0;
    socket.on('open', () => socket.send(JSON.stringify({ type: 'admin_auth', adminId: id })));
    socket.on('message', (data) => {
      if (String(data).includes('guests_changed')) isChanged = true;
    });
    for (let round = index; !isOver(); await pause(AT_MOST_EVERY_MS), round += 1) {
      if (!isChanged && performance.now() - at < LOOK_EVERY_MS) continue;
      isChanged = false;
      at = performance.now();
      await open(town, '/api/admin/guests', round);
      await open(town, '/api/admin/guests/counts', round);
    }
    socket.close();
  };
  await Promise.all(town.admins.map(one));
}
