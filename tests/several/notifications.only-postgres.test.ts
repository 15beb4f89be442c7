import { afterAll, beforeAll, expect } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

let two: Several;
let admin: Visitor;

beforeAll(async () => {
  two = await Several.start(2);
  admin = await two.signedInAdmin();
});

afterAll(() => two?.close());

const view = (guest: Visitor) => guest.ask('POST', '/api/guest/log-activity', { page: 'Email Entry Page' });

/** The unread count of each process. */
const unread = async () =>
  (await two.askEach(admin, '/api/admin/notifications/unread-count')).map(({ body }) => body.count as number);

detail('Admins at every process hear the news of every other', async () => {
  const sockets = await Promise.all(two.proxy.targets.map((port) => two.socket(admin, port)));
  sockets.push(await two.socket(admin));
  const has = (heard: ServerMessage[], type: ServerMessage['type'], text = '') =>
    heard.some((message) => message.type === type && JSON.stringify(message).includes(text));
  for (const index of two.proxy.targets.keys()) {
    for (const { heard } of sockets) heard.length = 0;
    const guest = two.at(index);
    await view(guest);
    await until('all sockets have heard it', () =>
      sockets.every(
        ({ heard }) =>
          has(heard, 'new_notification', `Guest (${guest.ip})`) &&
          has(heard, 'guests_changed') &&
          has(heard, 'unread_count'),
      ),
    );
  }
  const lastCounts = sockets.map(({ heard }) => heard.findLast(({ type }) => type === 'unread_count'));
  expect(new Set(lastCounts.map((message) => JSON.stringify(message))).size).toBe(1);
  expect(new Set(await unread()).size).toBe(1);
});

detail('Page views at two processes are counted once, and reading at one counts at both', async () => {
  const views = 8;
  const guests = Array.from({ length: 5 }, () => two.visitor());
  const groups = guests.map(({ ip }) => `page-view:${ip}`);
  const counts = () => two.db.selectFrom('notifications').select('count').where('group_key', 'in', groups).execute();
  await Promise.all(guests.flatMap((guest) => Array.from({ length: views }, () => view(guest))));
  await until(
    'all views are counted',
    async () => (await counts()).reduce((sum, { count }) => sum + count, 0) === guests.length * views,
  );
  expect(await counts()).toEqual(guests.map(() => ({ count: views })));
  await until('both processes have the same count', async () => new Set(await unread()).size === 1);
  expect((await unread())[0]).toBeGreaterThan(0);
  await admin.ask('PATCH', '/api/admin/notifications/mark-all-read');
  await until('nothing is unread', async () => (await unread()).every((count) => count === 0));
});

detail('Each member of staff has their own unread count at every process', async () => {
  await two.account({ username: 'hanna', role: 'helper' });
  const helper = await two.signedIn('hanna');
  const unreadOf = async (person: Visitor) =>
    (await two.askEach(person, '/api/admin/notifications/unread-count')).map(({ body }) => body.count as number);
  expect(await unreadOf(helper)).toEqual([0, 0]);
  const sockets = await Promise.all(two.proxy.targets.map((port) => two.socket(helper, port)));
  const guest = two.visitor();
  await view(guest);
  await until('both processes count it', async () => (await unreadOf(helper)).every((count) => count === 1));
  const { body } = await helper.ask('GET', `/api/admin/notifications?q=${guest.ip}`);
  expect(body).toMatchObject([{ isRead: false }]);

  for (const { heard } of sockets) heard.length = 0;
  await two.at(0, helper).ask('PATCH', `/api/admin/notifications/${body[0].id}/read`);
  const isRead = async (person: Visitor) =>
    (await two.askEach(person, `/api/admin/notifications?q=${guest.ip}`)).map((answer) => answer.body[0].isRead);
  await until('it is read at both processes', async () => (await unreadOf(helper)).every((count) => count === 0));
  await until('pages at both processes hear of it', () =>
    sockets.every(({ heard }) => heard.some((one) => one.type === 'unread_count' && one.count === 0)),
  );
  expect([await isRead(helper), await isRead(admin)]).toEqual([
    [true, true],
    [false, false],
  ]);

  // A notification that grows is unread again at both processes.
  await two.at(1, guest).ask('POST', '/api/guest/log-activity', { page: 'Verify Code Page' });
  await until('it is unread at both processes', async () => (await unreadOf(helper)).every((count) => count === 1));
  await two.at(1, helper).ask('PATCH', '/api/admin/notifications/mark-all-read');
  await until('everything is read at both processes', async () =>
    (await unreadOf(helper)).every((count) => count === 0),
  );
  expect([await isRead(helper), await isRead(admin)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
