import { describe, expect, test } from 'vitest';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const PAGE = 'Email Entry Page';
const SECOND = 1_000;

const view = (guest: HttpClient, page = PAGE) => guest.post('/api/guest/log-activity', { page });
const say = (guest: HttpClient, presence: string, page = PAGE) => guest.post('/api/guest/presence', { page, presence });
const poll = (guest: HttpClient) => guest.get('/api/guest/check-prompt');
const guestsOf = async (admin: HttpClient) => (await admin.get('/api/admin/guests')).json() as Guest[];

/** A guest who has been on the page for ten seconds, and what staff see of them. */
async function started(ip = '203.0.113.9') {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const guest = app.client({ ip });
  await view(guest);
  app.clock.advance(10 * SECOND);
  await poll(guest);
  const presence = async () => {
    const [shown] = await guestsOf(admin);
    return [shown?.presence, (app.clock.now() - Date.parse(shown?.presenceSince ?? '')) / SECOND];
  };
  const [known] = await guestsOf(admin);
  return { app, admin, guest, presence, id: known?.id as string };
}

test('Staff see the language of a guest change, but not more often than every five seconds', async () => {
  const app = await startApp({ env: { LANGUAGES: 'en,en-XA' } });
  const admin = await signedIn(app, ADMIN);
  const guest = app.client();
  await view(guest);
  const after = async (language: string) => {
    await guest.request({ url: '/api/guest/check-prompt', headers: { 'accept-language': language } });
    return (await guestsOf(admin))[0]?.language;
  };
  expect(await after('en-XA')).toBe('en-XA');
  expect(await after('en')).toBe('en-XA');
  app.clock.advance(5 * SECOND);
  expect(await after('en')).toBe('en');
});

describe('The presence of a guest', () => {
  test('A guest in another tab is away, with the time, until they come back', async () => {
    const { app, guest, presence } = await started();
    expect((await say(guest, 'away')).json()).toEqual({ success: true });
    expect(await presence()).toEqual(['away', 0]);
    app.clock.advance(240 * SECOND);
    expect(await presence()).toEqual(['away', 240]);
    await say(guest, 'here');
    expect(await presence()).toEqual(['here', 0]);
  });

  test('A guest whose phone suspended the page is gone after five minutes', async () => {
    const { app, guest, presence } = await started();
    await say(guest, 'away');
    app.clock.advance(299 * SECOND);
    expect(await presence()).toEqual(['away', 299]);
    app.clock.advance(SECOND);
    expect(await presence()).toEqual(['gone', 300]);
    await poll(guest);
    expect(await presence()).toEqual(['here', 0]);
  });

  test('A guest who closes the page has left; a reload is no leaving', async () => {
    const { app, guest, presence } = await started();
    await say(guest, 'left');
    app.clock.advance(2 * SECOND);
    expect(await presence()).toEqual(['here', 12]);
    await view(guest);
    app.clock.advance(5 * SECOND);
    expect((await presence())[0]).toBe('here');
    await say(guest, 'left');
    // A page that is closed is hidden as well, and what it had asked for may arrive late.
    await say(guest, 'away');
    await poll(guest);
    app.clock.advance(3 * SECOND);
    expect(await presence()).toEqual(['left', 3]);
    app.clock.advance(600 * SECOND);
    expect(await presence()).toEqual(['left', 603]);
    await poll(guest);
    expect(await presence()).toEqual(['here', 0]);
  });

  test('A guest whose connection is lost is gone after 15 seconds', async () => {
    const { app, presence } = await started();
    app.clock.advance(14 * SECOND);
    expect((await presence())[0]).toBe('here');
    app.clock.advance(SECOND);
    expect(await presence()).toEqual(['gone', 15]);
  });

  test('A guest who goes to the next page has not left, in whatever order the reports arrive', async () => {
    const { app, guest, presence } = await started();
    await view(guest, 'Verify Code Page');
    await say(guest, 'left', PAGE);
    app.clock.advance(4 * SECOND);
    expect((await presence())[0]).toBe('here');
  });

  test('A guest with two pages is here while one of them is visible', async () => {
    const { app, guest, presence } = await started();
    await say(guest, 'away');
    app.clock.advance(2 * SECOND);
    await poll(guest);
    expect(await presence()).toEqual(['here', 0]);
  });

  test('A forgotten guest is there again after a report of their page', async () => {
    const { app, admin, guest, id } = await started();
    app.clock.advance(25 * 3600 * SECOND);
    app.presence.guests.sweep();
    const again = await signedIn(app, ADMIN);
    await poll(guest);
    expect(await guestsOf(again)).toEqual([]);
    await say(guest, 'here', 'Verify Code Page');
    expect(await guestsOf(again)).toMatchObject([{ id, page: 'Verify Code Page', presence: 'here' }]);
    expect(admin.ip).not.toBe(guest.ip);
  });

  test('A guest forgotten during a read of the table stays forgotten', async () => {
    const { app, id } = await started();
    await app.presence.settle();
    const reading = app.presence.load();
    app.clock.advance(25 * 3600 * SECOND);
    app.presence.guests.sweep();
    await reading;
    expect(app.presence.guests.get(id)).toBeUndefined();
  });

  test('A browser without our cookie cannot report presence', async () => {
    const { app, admin } = await started();
    expect((await say(app.client(), 'here')).statusCode).toBe(200);
    const liar = app.client();
    liar.cookies.set('guest', 'somebody.0.else');
    await say(liar, 'here');
    expect(await guestsOf(admin)).toHaveLength(1);
    expect((await say(liar, 'gone')).statusCode).toBe(400);
  });

  test('A guest whose address changes is the same guest', async () => {
    const { app, admin, guest, id } = await started();
    const outside = app.client({ ip: '198.51.100.4' });
    for (const [name, value] of guest.cookies) outside.cookies.set(name, value);
    await poll(outside);
    expect(await guestsOf(admin)).toMatchObject([{ id, ipAddress: '198.51.100.4' }]);
  });

  test('A guest who only polls is here after a restart', async () => {
    const { app, guest, id } = await started();
    for (let times = 0; times < 10; times += 1) {
      app.clock.advance(5 * SECOND);
      await poll(guest);
    }
    await app.close();
    const next = await startApp({ database: app.database });
    next.clock.advance(app.clock.now() - next.clock.now());
    expect(await guestsOf(await signedIn(next, ADMIN))).toMatchObject([{ id, presence: 'here' }]);
  });

  test('A guest keeps their presence over a restart', async () => {
    const { app, guest, id } = await started();
    await say(guest, 'away');
    await app.presence.settle();
    app.clock.advance(60 * SECOND);
    await app.close();
    const next = await startApp({ database: app.database });
    next.clock.advance(app.clock.now() - next.clock.now());
    expect(await guestsOf(await signedIn(next, ADMIN))).toMatchObject([{ id, presence: 'away' }]);
  });
});

describe('An open socket', () => {
  test('A socket keeps a guest here or away, and the last page that closes it has left', async () => {
    const { app, guest, presence, id } = await started();
    app.presence.connected(id);
    app.clock.advance(120 * SECOND);
    expect((await presence())[0]).toBe('here');
    await say(guest, 'away');
    app.clock.advance(600 * SECOND);
    expect(await presence()).toEqual(['away', 600]);
    app.presence.disconnected(id, 'lost');
    app.clock.advance(299 * SECOND);
    expect((await presence())[0]).toBe('away');
    app.clock.advance(SECOND);
    expect(await presence()).toEqual(['gone', 300]);
  });

  test('One visible page is enough for a guest to be here', async () => {
    const { app, guest, presence, id } = await started();
    app.presence.connected(id);
    app.presence.connected(id);
    await say(guest, 'away');
    expect((await presence())[0]).toBe('here');
    await say(guest, 'away');
    expect((await presence())[0]).toBe('away');
    await say(guest, 'here');
    await say(guest, 'left');
    app.presence.disconnected(id, 'lost');
    app.clock.advance(5 * SECOND);
    await app.presence.settle();
    expect((await presence())[0]).toBe('here');
    await say(guest, 'left');
    app.presence.disconnected(id, 'lost');
    app.clock.advance(5 * SECOND);
    expect(await presence()).toEqual(['left', 5]);
  });

  test('A socket opened before its page closed does not bring the guest back', async () => {
    const { app, guest, presence, id } = await started();
    await say(guest, 'left');
    app.clock.advance(SECOND / 2);
    app.presence.connected(id);
    app.presence.disconnected(id, 'lost');
    app.clock.advance(5 * SECOND);
    expect((await presence())[0]).toBe('left');
  });
});

describe('One guest, one browser', () => {
  async function twoBehindOneAddress(app: TestApp) {
    const guests = [1, 2].map(() => app.client({ ip: '203.0.113.9' }));
    for (const guest of guests) await view(guest);
    app.clock.advance(2 * SECOND);
    for (const guest of guests) await poll(guest);
    return guests as [HttpClient, HttpClient];
  }

  test('Each browser is a row of its own, with a tag to tell them apart', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const [first, second] = await twoBehindOneAddress(app);
    const alone = app.client({ ip: '203.0.113.10' });
    await view(alone);
    await view(second, 'Verify Code Page');
    const shown = await guestsOf(admin);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(3);
    expect(new Set(shown.map(({ tag }) => tag)).size).toBe(3);
    expect(shown.map(({ ipAddress, page }) => [ipAddress, page]).sort()).toEqual([
      ['203.0.113.10', PAGE],
      ['203.0.113.9', PAGE],
      ['203.0.113.9', 'Verify Code Page'],
    ]);
    // The cookie's own id is nowhere.
    const texts = JSON.stringify(shown) + JSON.stringify(await app.db.selectFrom('guests').selectAll().execute());
    for (const guest of [first, second]) {
      const [cookieId] = (guest.cookies.get('guest') as string).split('.');
      expect(texts).not.toContain(cookieId);
    }
  });

  test('An address lists the browsers that are there, once one has stayed', async () => {
    const app = await startApp();
    const [first] = await twoBehindOneAddress(app);
    await view(app.client({ ip: '203.0.113.9' }));
    expect(app.presence.guests.browsersAt('203.0.113.9')).toHaveLength(3);
    await say(first, 'left');
    app.clock.advance(3 * SECOND);
    expect(app.presence.guests.browsersAt('203.0.113.9')).toHaveLength(2);
    await view(app.client({ ip: '203.0.113.10' }));
    expect(app.presence.guests.browsersAt('203.0.113.10')).toEqual([]);
  });
});
