import { describe, expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import type { Notification } from '../../contract/notifications/notifications.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';

const AT_ONCE = 50;
/** The most guests in memory and in the table, and how many rows the table may exceed that by for a moment. */
const KEPT = 10_000;
const TOO_MANY = 2_500;

/** An IP address in a /48 of its own, for each number up to 65,535. */
const farApart = (index: number) => `2a00:${index.toString(16)}::1`;
const inOneNetwork = (index: number) => `2001:db8:1:2::${index.toString(16)}`;

type Client = ReturnType<TestApp['client']>;
const view = (guest: Client) => guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });

/** Lets the strangers with these numbers view a page, some at a time. */
async function visit(app: TestApp, from: number, to: number, address: (index: number) => string): Promise<void> {
  let next = from;
  const one = async () => {
    while (next < to) {
      next += 1;
      await view(app.client({ ip: address(next - 1) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Five honest guests who have been polling for a while. */
async function honestGuests(app: TestApp) {
  const guests = Array.from({ length: 5 }, (_, index) => app.client({ ip: `203.0.113.${index * 7}` }));
  for (const guest of guests) await view(guest);
  const poll = async () => {
    for (const guest of guests) await guest.get('/api/guest/check-redirect');
  };
  for (let polls = 0; polls < 6; polls += 1) {
    app.clock.advance(2_000);
    await poll();
  }
  return { poll, ips: guests.map(({ ip }) => ip) };
}

const listed = async (app: TestApp): Promise<Guest[]> => {
  // A long list is cached for a second.
  app.clock.advance(1_000);
  return (await (await signedIn(app, ADMIN)).get('/api/admin/guests')).json();
};

const rowsOf = async (app: TestApp) =>
  (await app.db.selectFrom('guests').select('ip_address').execute()).map(({ ip_address }) => ip_address);

describe('A crowd of strangers', () => {
  test('A crowd from 15,000 networks fills neither memory nor table, and staff still see honest guests', async () => {
    const app = await startApp();
    const { poll, ips } = await honestGuests(app);
    for (let second = 0; second < 15; second += 1) {
      await visit(app, second * 1_000, (second + 1) * 1_000, farApart);
      app.clock.advance(1_000);
      if (second % 2 === 0) await poll();
      expect(app.presence.sizes().guests).toBeLessThanOrEqual(KEPT);
      expect(app.presence.sizes().unwritten).toBeLessThanOrEqual(KEPT);
    }
    await app.presence.settle();
    expect(app.presence.sizes()).toMatchObject({ unwritten: 0 });

    // The honest guests are still listed, with their page views.
    const shown = await listed(app);
    expect(shown.length).toBeLessThanOrEqual(1_000);
    const honest = shown.filter(({ ipAddress }) => ips.includes(ipAddress));
    expect(honest).toHaveLength(ips.length);
    for (const guest of honest) expect(guest).toMatchObject({ presence: 'here', pageViews: 1, network: null });

    // A change by staff shows at once, however long the list is.
    const admin = await signedIn(app, ADMIN);
    await admin.get('/api/admin/guests');
    await admin.post('/api/admin/guest-prompt', { guestIp: ips[0] });
    const prompted = ((await admin.get('/api/admin/guests')).json() as Guest[]).find(
      ({ ipAddress }) => ipAddress === ips[0],
    );
    expect(prompted?.waiting.prompt).toBe('email');

    const rows = await rowsOf(app);
    expect(rows.length).toBeLessThanOrEqual(KEPT + TOO_MANY);
    expect(rows).toEqual(expect.arrayContaining(ips));
    await app.sweep();
    expect((await rowsOf(app)).length).toBeLessThanOrEqual(KEPT);
    await app.presence.load();
    expect((await listed(app)).map(({ ipAddress }) => ipAddress)).toEqual(expect.arrayContaining(ips));
  });

  test('A crowd in one /64 is grouped, and all other guests are listed', async () => {
    const app = await startApp();
    const { poll, ips } = await honestGuests(app);
    // As many as the rate limit of one network allows in a minute.
    await visit(app, 0, 600, inOneNetwork);
    app.clock.advance(60_000);
    await poll();
    await visit(app, 600, 1_200, inOneNetwork);
    const late = app.client({ ip: '198.51.100.77' });
    await view(late);

    const guests = await listed(app);
    const crowded = guests.filter(({ network }) => network !== null);
    expect(crowded).toHaveLength(50);
    // Other limits may refuse some of them.
    const [line] = crowded.map(({ network }) => network);
    expect(line?.name).toBe('2001:db8:1:2::/64');
    expect(line?.guests).toBeGreaterThanOrEqual(1_000);
    expect(crowded.every(({ network }) => network?.guests === line?.guests)).toBe(true);
    expect(guests.flatMap(({ network, ipAddress }) => (network === null ? ipAddress : [])).sort()).toEqual(
      [...ips, late.ip].sort(),
    );
    const seen = guests.map(({ lastSeenAt }) => lastSeenAt);
    expect(seen).toEqual(seen.toSorted().reverse());
  });

  test('A crowd without cookies does not hide honest guests at the same IP address', async () => {
    const app = await startApp();
    const ip = '203.0.113.50';
    const honest = [1, 2, 3].map(() => app.client({ ip }));
    const poll = async () => {
      for (const guest of honest) await guest.get('/api/guest/check-redirect');
    };
    for (const guest of honest) await view(guest);
    app.clock.advance(2_000);
    await poll();
    for (let round = 0; round < 5; round += 1) {
      await visit(app, 0, 100, () => ip);
      app.clock.advance(5_000);
      await poll();
    }
    const { ids, guests } = { ids: app.presence.guests.browsersAt(ip), guests: await listed(app) };
    expect(ids).toHaveLength(honest.length);
    expect(guests.filter(({ id }) => ids.includes(id))).toHaveLength(honest.length);
    expect(guests).toHaveLength(50);
    // Staff do not see the crowd among the guests who need help.
    app.clock.advance(180_000);
    await poll();
    const admin = await signedIn(app, ADMIN);
    const stuck = (await admin.get('/api/admin/guests?view=needs-help')).json() as Guest[];
    expect(stuck.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  test('A crowd from 1,200 networks is grouped into few notifications', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (let minute = 0; minute < 6; minute += 1) {
      await visit(app, minute * 200, (minute + 1) * 200, farApart);
      await app.notifications.settle();
      app.clock.advance(60_000);
    }
    const list = (await admin.get('/api/admin/notifications?limit=100')).json() as Notification[];
    const views = list.filter(({ type }) => type === 'page_view');
    expect(views.length).toBeLessThanOrEqual(21);
    expect(views.find(({ title }) => title === 'Many guests')?.count).toBeGreaterThan(1_000);

    // Afterwards, each guest gets a notification of their own again.
    app.clock.advance(2 * 60_000);
    await view(app.client({ ip: '203.0.113.9' }));
    await app.notifications.settle();
    const after = (await admin.get('/api/admin/notifications?limit=1')).json() as Notification[];
    expect(after[0]?.message).toContain('203.0.113.9');
  });
});
