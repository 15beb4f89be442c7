import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Guest } from '../../contract/guests/guests.ts';
import { ask, fetched } from '../../scripts/ask.ts';
import type { Desk } from './desk.ts';

const LOOK_EVERY_MS = 5_000;
const AT_MOST_EVERY_MS = 350;
/** The time to read a row and press a button. */
const THINKS_MS = 300;

interface AdminOptions {
  readonly desk: Desk;
  readonly session: { readonly id: string; readonly cookie: string };
  /** Guests whom an admin has already taken. */
  readonly taken: Set<string>;
  /** Called with every list. */
  listed(guests: readonly Guest[]): void;
  over(): boolean;
}

/** An admin's page: loads the list of stuck guests whenever it changes, and takes the first free one. */
export async function scriptedAdmin({ desk, session, taken, listed, over }: AdminOptions): Promise<void> {
  const headers = { cookie: session.cookie };
  const socket = new WebSocket(`${desk.url.replace('http', 'ws')}/ws`, { headers: { ...headers, origin: desk.url } });
  let isChanged = true;
  let at = 0;
  socket.on('open', () => socket.send(JSON.stringify({ type: 'admin_auth', adminId: session.id })));
  socket.on('message', (data) => {
    if (String(data).includes('guests_changed')) isChanged = true;
  });
  let helping = Promise.resolve();
  let isHelping = false;

  const help = async ({ id, ipAddress, page }: Guest) => {
    await pause(THINKS_MS);
    const prompt = page === 'Email Entry Page' ? 'email' : 'code';
    const body = { guestId: id, guestIp: ipAddress, prompt };
    const { status } = await ask(`${desk.url}/api/admin/guest-prompt`, { method: 'POST', headers, body });
    // A guest who has moved on meanwhile is considered again.
    if (status !== 200) taken.delete(id);
    isHelping = false;
  };

  while (!over()) {
    const since = performance.now() - at;
    if ((isChanged && since >= AT_MOST_EVERY_MS) || since >= LOOK_EVERY_MS) {
      isChanged = false;
      at = performance.now();
      const { text } = await fetched(`${desk.url}/api/admin/guests?view=needs-help`, { headers });
      const guests = JSON.parse(text) as Guest[];
      listed(guests);
      const next = guests.find(({ id }) => !taken.has(id));
      if (!isHelping && next !== undefined) {
        taken.add(next.id);
        isHelping = true;
        helping = help(next);
      }
      if (guests.some(({ id }) => !taken.has(id))) isChanged = true;
    }
    await pause(20);
  }
  await helping;
  socket.close();
}
