import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicGuestId } from '../../server/visitor/guest-id.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

const GUEST_PROMPT = '/api/guest/check-prompt';
const GUEST_REDIRECT = '/api/guest/check-redirect';
const USER_REDIRECT = '/api/user/check-redirect';
const VERIFY = '/user/verify-code';
const TERMS = '/terms-agreement';

let two: Several;
let admin: Visitor;

beforeAll(async () => {
  two = await Several.start(2);
  admin = await two.signedInAdmin();
});

afterAll(() => two?.close());

/** Everything is created at one process and withdrawn at the other. */
const atFirst = () => two.at(0, admin);
const atSecond = () => two.at(1, admin);

async function redirect(body: object): Promise<string> {
  const made = await atFirst().ask('POST', '/api/admin/redirects', body);
  expect(made.status).toBe(200);
  return made.body.id;
}

/** The redirects that a browser gets when it polls through the proxy, concurrently and repeatedly. */
async function delivered(visitor: Visitor, path: string): Promise<string[]> {
  const found: string[] = [];
  const poll = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.ask('GET', path)));
    found.push(...answers.flatMap(({ body }) => body.redirect ?? []));
    return found.length > 0;
  };
  await until('a redirect is delivered', poll);
  for (let rounds = 0; rounds < 8; rounds += 1) await poll();
  return found;
}

const untilAllDeliver = (destination: string | null, visitor: Visitor, path: string) =>
  until(`all deliver ${destination}`, async () =>
    (await two.askEach(visitor, path)).every(({ body }) => body.redirect === destination),
  );

async function expectPersistent(id: string, destination: string, visitor: Visitor, path: string): Promise<void> {
  await untilAllDeliver(destination, visitor, path);
  expect((await atSecond().ask('DELETE', `/api/admin/redirects/${id}`)).status).toBe(200);
  await untilAllDeliver(null, visitor, path);
}

test('Any process shows a prompt until the page says that it is shown', async () => {
  const guest = two.visitor();
  expect((await atFirst().ask('POST', '/api/admin/guest-prompt', { guestIp: guest.ip })).status).toBe(200);
  await until('the prompt is shown', async () => (await guest.ask('GET', GUEST_PROMPT)).body.showPrompt);
  // Either process withdraws it, even one that has not heard of it yet.
  await guest.ask('POST', '/api/guest/clear-prompt');
  await until('the prompt is gone everywhere', async () =>
    (await two.askEach(guest, GUEST_PROMPT)).every(({ body }) => !body.showPrompt),
  );
  const kept = await two.db
    .selectFrom('guest_messages')
    .selectAll()
    .where('guest_ip', '=', guest.ip)
    .where('is_waiting', '=', 1)
    .execute();
  expect(kept).toEqual([]);
});

test('A one-time redirect of a guest is delivered once, whichever process is polled', async () => {
  const guest = two.visitor();
  await redirect({ guestIp: guest.ip, isGuestRedirect: true, destinationPath: VERIFY });
  expect(await delivered(guest, GUEST_REDIRECT)).toEqual([VERIFY]);
});

test('A persistent redirect of a guest is delivered by every process until it is removed', async () => {
  const guest = two.visitor();
  const id = await redirect({ guestIp: guest.ip, isGuestRedirect: true, isPersistent: true, destinationPath: VERIFY });
  await expectPersistent(id, VERIFY, guest, GUEST_REDIRECT);
});

test('One-time and persistent redirects of users work across processes', async () => {
  const { id: userId } = await two.account({ username: 'redirected' });
  const user = await two.signedIn('redirected');
  await redirect({ userId, destinationPath: TERMS });
  expect(await delivered(user, USER_REDIRECT)).toEqual([TERMS]);
  const id = await redirect({ userId, destinationPath: TERMS, isPersistent: true });
  await expectPersistent(id, TERMS, user, USER_REDIRECT);
});

test('Prompt message and exit URL saved at one process apply to all', async () => {
  const { body } = await admin.ask('GET', '/api/admin/settings');
  const { termsText: _, ...settings } = body;
  const saved = { ...settings, exitUrl: 'https://example.org/thanks', emailPromptMessage: 'Your address, please' };
  expect((await atFirst().ask('POST', '/api/admin/settings', saved)).status).toBe(200);
  await until('both processes have the settings', async () =>
    (await two.askEach(admin, '/api/admin/settings')).every(
      ({ body: known }) => known.exitUrl === saved.exitUrl && known.emailPromptMessage === saved.emailPromptMessage,
    ),
  );
});

test('One of two admins at two processes helps a guest, and the prompt reaches that browser alone', async () => {
  await two.account({ username: 'ann', role: 'admin' });
  await two.account({ username: 'ben', role: 'admin' });
  const [ann, ben] = [two.at(0, await two.signedIn('ann')), two.at(1, await two.signedIn('ben'))];
  const guest = two.visitor();
  const neighbour = Object.assign(two.visitor(), { ip: guest.ip });
  for (const visitor of [guest, neighbour]) {
    await visitor.ask('GET', '/api/guest/state');
    for (const each of two.atEach(visitor))
      await each.ask('POST', '/api/guest/log-activity', { page: 'Email Entry Page' });
  }
  const guestId = publicGuestId(two.keys, guest.guestId);
  const both = (method: string, path: string, body?: object) =>
    Promise.all([ann, ben].map((each) => each.ask(method, path, body)));
  await until('both know the guest', async () =>
    (await both('DELETE', `/api/admin/guests/${guestId}/claim`)).every(({ status }) => status === 200),
  );
  const [one, other] = await both('POST', '/api/admin/guest-prompt', { guestId });
  expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  await until('the prompt is shown', async () => (await guest.ask('GET', GUEST_PROMPT)).body.showPrompt);
  for (const { body } of await two.askEach(neighbour, GUEST_PROMPT)) expect(body.showPrompt).toBe(false);
  await guest.ask('POST', '/api/guest/clear-prompt');
  const of = (table: 'guest_assignments' | 'guest_messages') =>
    two.db.selectFrom(table).selectAll().where('guest_id', '=', guestId).execute();
  const helper = one?.status === 200 ? 'ann' : 'ben';
  expect(await of('guest_assignments')).toMatchObject([{ helper_name: helper }]);
  expect(await of('guest_messages')).toMatchObject([{ sender_name: helper, seen_at: expect.any(Number) }]);
});
