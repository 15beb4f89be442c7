import { afterAll, beforeAll, expect, test } from 'vitest';
import { detail } from '../support/detail.ts';
import { guestSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

const VERIFY = '/user/verify-code';
const TERMS = '/terms-agreement';

let two: Several;
let admin: Visitor;

beforeAll(async () => {
  two = await Several.start(2);
  admin = await two.signedInAdmin();
});

afterAll(() => two?.close());

/** The admin uses one process, the guest's page the other. */
const atFirst = (body: object, path = '/api/admin/redirects') => two.at(0, admin).ask('POST', path, body);

async function guestAtSecond() {
  const guest = two.at(1);
  await guest.ask('GET', '/api/guest/help');
  return { guest, page: await guestSocket(two.portOf(1), guest) };
}

/** What the page receives if it polls its own process as soon as the socket reports news. */
async function polledOnNews(
  { socket }: Awaited<ReturnType<typeof guestSocket>>,
  visitor: Visitor,
  path: string,
  make: () => Promise<unknown>,
) {
  const found = new Promise<Record<string, unknown>>((resolve) =>
    // A heartbeat may arrive first, and carries no news.
    socket.on('message', async (data) => {
      if (JSON.parse(String(data)).type === 'news') resolve((await visitor.ask('GET', path)).body);
    }),
  );
  await make();
  return found;
}

test('A prompt or redirect sent at one process reaches a guest connected to the other at once', async () => {
  for (let times = 0; times < 10; times += 1) {
    const { guest, page } = await guestAtSecond();
    const prompt = await polledOnNews(page, guest, '/api/guest/check-prompt', () =>
      atFirst({ guestIp: guest.ip }, '/api/admin/guest-prompt'),
    );
    expect(prompt.showPrompt).toBe(true);
  }
  const { guest, page } = await guestAtSecond();
  const redirect = { guestIp: guest.ip, isGuestRedirect: true, destinationPath: VERIFY };
  const found = await polledOnNews(page, guest, '/api/guest/check-redirect', () => atFirst(redirect));
  expect(found.redirect).toBe(VERIFY);
});

test('A user is redirected across processes, and signing out at one closes the socket at the other', async () => {
  const { id: userId } = await two.account({ username: 'told' });
  const user = two.at(1, await two.signedIn('told'));
  const page = await guestSocket(two.portOf(1), user);
  const redirect = () => atFirst({ userId, destinationPath: TERMS });
  expect((await polledOnNews(page, user, '/api/user/check-redirect', redirect)).redirect).toBe(TERMS);
  await two.at(0, user).ask('POST', '/api/auth/logout');
  await until('the socket is closed', () => page.state.ended === 4001);
});

detail('A stopping process closes its sockets with 1001, and guests can reconnect to its replacement', async () => {
  const { guest, page } = await guestAtSecond();
  two.server(1).kill('SIGTERM');
  await until('the page is asked to reconnect', () => page.state.ended === 1001);
  await two.server(1).exited;
  await two.replace(1);
  const again = await guestSocket(two.portOf(1), guest);
  await atFirst({ guestIp: guest.ip }, '/api/admin/guest-prompt');
  await until('the page hears the news', () => again.news() > 0);
});
