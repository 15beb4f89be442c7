import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** The admin is at one process, the guest's page at the other. */
const atFirst = (body: object, path = '/api/admin/redirects') => two.at(0, admin).ask('POST', path, body);

async function guestAtSecond() {
  const guest = two.at(1);
  await guest.ask('GET', '/api/guest/help');
  return { guest, page: await guestSocket(two.portOf(1), guest) };
}

/** What the page gets that asks as soon as it is told, at the process that told it. */
async function foundWhenTold(
  { socket }: Awaited<ReturnType<typeof guestSocket>>,
  visitor: Visitor,
  path: string,
  make: () => Promise<unknown>,
) {
  const found = new Promise<Record<string, unknown>>((resolve) =>
    // A beat may come first, and says nothing.
    socket.on('message', async (data) => {
      if (JSON.parse(String(data)).type === 'news') resolve((await visitor.ask('GET', path)).body);
    }),
  );
  await make();
  return found;
}

test('a guest at one process is told of what an admin does at another, and finds it there', async () => {
  for (let times = 0; times < 10; times += 1) {
    const { guest, page } = await guestAtSecond();
    const prompt = await foundWhenTold(page, guest, '/api/guest/check-prompt', () =>
      atFirst({ guestIp: guest.ip }, '/api/admin/guest-prompt'),
    );
    expect(prompt.showPrompt).toBe(true);
  }
  const { guest, page } = await guestAtSecond();
  const redirect = { guestIp: guest.ip, isGuestRedirect: true, destinationPath: VERIFY };
  const found = await foundWhenTold(page, guest, '/api/guest/check-redirect', () => atFirst(redirect));
  expect(found.redirect).toBe(VERIFY);
});

test('a signed-in user too, until the session ends at the other process', async () => {
  const { id: userId } = await two.account({ username: 'told' });
  const user = two.at(1, await two.signedIn('told'));
  const page = await guestSocket(two.portOf(1), user);
  const redirect = () => atFirst({ userId, destinationPath: TERMS });
  expect((await foundWhenTold(page, user, '/api/user/check-redirect', redirect)).redirect).toBe(TERMS);
  await two.at(0, user).ask('POST', '/api/auth/logout');
  await until('it is out', () => page.state.ended === 4001);
});

test('a process that is replaced lets its pages go in good order, and has them back afterwards', async () => {
  const { guest, page } = await guestAtSecond();
  two.server(1).kill('SIGTERM');
  await until('the page is told to come back', () => page.state.ended === 1001);
  await two.server(1).exited;
  await two.replace(1);
  const again = await guestSocket(two.portOf(1), guest);
  await atFirst({ guestIp: guest.ip }, '/api/admin/guest-prompt');
  await until('it is told', () => again.news() > 0);
});
