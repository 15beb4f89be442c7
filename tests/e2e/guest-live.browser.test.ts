import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, signedInPage, stopTime, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { RoundRobin } from '../support/round-robin.ts';

/** All visitors of these tests share this address. */
const GUEST_IP = '127.0.0.1';

/** Counts the page's answered requests for a path, and knows whether its socket works. */
function watched(page: Page, path: string) {
  let begun = 0;
  let answered = 0;
  let heard = 0;
  let news = 0;
  const concerns = (url: string) => new URL(url).pathname === path;
  page.on('request', (request) => {
    if (concerns(request.url())) begun += 1;
  });
  page.on('requestfinished', (request) => {
    if (concerns(request.url())) answered += 1;
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      heard += 1;
      if (String(payload).includes('news')) news += 1;
    }),
  );
  return {
    asked: () => answered,
    news: () => news,
    isAnswered: () => answered === begun,
    /** A page polls once more as soon as its socket is connected. */
    isConnected: () => heard > 0 && answered >= 2 && answered === begun,
    /** Moves the page's clock forward right after a heartbeat. */
    async forward(ms: number) {
      const before = heard;
      await until('the page hears the server', () => heard > before + 1);
      await page.clock.fastForward(ms);
    },
  };
}

/** The page's clock runs ahead of the server's: without frequent heartbeats the page would give up its socket. */
const MANY_BEATS = { guestSockets: { beatEveryMs: 600 } };

async function behindProxy(portal: Portal) {
  const proxy = await RoundRobin.start();
  proxy.targets = [Number(new URL(portal.url).port)];
  onTestFinished(() => proxy.close());
  return { proxy, url: proxy.url, app: portal.app };
}

const prompt = async ({ app }: Portal) => {
  const admin = await signedIn(app, ADMIN);
  expect((await admin.post('/api/admin/guest-prompt', { guestIp: GUEST_IP })).statusCode).toBe(200);
};

test('A guest gets a prompt at once by socket, while the page polls every 30 seconds', async () => {
  const portal = await openPortal({}, MANY_BEATS);
  const guest = await visitor(portal);
  const { asked, isConnected, forward } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('the page is connected', isConnected);
  await stopTime(guest);
  const before = asked();
  await forward(30_000);
  await until('the page polls again', () => asked() === before + 1);
  await forward(25_000);
  await forward(4_000);
  expect(asked()).toBe(before + 1);
  await forward(1_000);
  await until('the page polls once in thirty seconds', () => asked() === before + 2);

  await prompt(portal);
  const popup = guest.getByRole('dialog', { name: 'Email Required' });
  await popup.getByText('Please enter your email').waitFor();
});

detail('News that arrive while an answer is on its way are not missed', async () => {
  const portal = await openPortal({}, MANY_BEATS);
  const guest = await visitor(portal);
  const { news, isConnected, forward } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await until('the page is connected', isConnected);
  await stopTime(guest);
  let deliver = () => {};
  const later = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  let isOnItsWay = false;
  await guest.route('**/api/guest/check-prompt', async (route) => {
    const response = await route.fetch();
    if (!isOnItsWay) {
      isOnItsWay = true;
      await later;
    }
    await route.fulfill({ response });
  });
  await forward(30_000);
  await until('the empty answer is on its way', () => isOnItsWay);
  await prompt(portal);
  await until('the page hears the news', () => news() > 0);
  deliver();
  await guest.getByRole('dialog', { name: 'Email Required' }).waitFor();
  // The page polls once more when the test is over.
  await guest.unrouteAll({ behavior: 'ignoreErrors' });
});

detail('Behind a proxy that refuses sockets the page polls, and a prompt still arrives', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  proxy.passesSockets = false;
  const guest = await visitor({ app, url });
  const { asked, isAnswered } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('the page has polled', () => asked() > 0);
  await stopTime(guest);
  for (let times = 0; times < 5; times += 1) {
    await until('the page is answered', isAnswered);
    const before = asked();
    let waited = 0;
    await until('the page polls again', async () => {
      await guest.clock.runFor(200);
      waited += 200;
      return asked() > before;
    });
    // About every two seconds; more if the clock advanced before the page's timer started.
    expect(waited).toBeLessThan(10_000);
  }
  await prompt(portal);
  const popup = guest.getByRole('dialog', { name: 'Email Required' });
  await until('the page finds the prompt', async () => {
    await guest.clock.fastForward(2_000);
    return popup.isVisible();
  });
  expect(app.guestSockets.count()).toBe(0);
});

detail('When a proxy cuts the socket the page polls until it reconnects, and misses nothing', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  const guest = await visitor({ app, url });
  const { asked, isConnected } = watched(guest, '/api/guest/check-redirect');
  await guest.clock.install();
  await guest.goto('/');
  await until('the page is connected', isConnected);
  await stopTime(guest);
  const before = asked();
  proxy.passesSockets = false;
  proxy.cutSockets();
  await until('the socket is cut', () => app.guestSockets.count() === 0);
  await until('the page polls', async () => {
    await guest.clock.fastForward(5_000);
    return asked() > before;
  });
  proxy.passesSockets = true;
  await until('the page has reconnected', async () => {
    await guest.clock.fastForward(5_000);
    return app.guestSockets.count() === 1;
  });
  await prompt(portal);
  await guest.getByRole('dialog', { name: 'Email Required' }).waitFor();
});

test('A user is redirected at once by socket, and sent to the sign-in page when suspended', async () => {
  const portal = await openPortal({}, MANY_BEATS);
  const { id } = await createAccount(portal.app);
  const admin = await signedIn(portal.app, ADMIN);
  const user = await signedInPage(portal, { username: 'mira', password: PASSWORD });
  const { asked, isConnected, forward } = watched(user, '/api/user/check-redirect');
  await user.clock.install();
  await user.goto('/user/email-entry');
  await until('the page is connected', isConnected);
  await stopTime(user);
  const before = asked();
  await forward(30_000);
  await until('the page polls again', () => asked() === before + 1);
  await forward(29_000);
  expect(asked()).toBe(before + 1);
  await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement' });
  await user.waitForURL('/terms-agreement');
  await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } });
  await until(
    'the page shows the sign-in',
    () => user.url() === `${portal.url}/auth?reason=signed-out&next=%2Fterms-agreement`,
  );
});
