import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, signedInPage, visitor } from '../support/browser.ts';
import { until } from '../support/process.ts';
import { RoundRobin } from '../support/round-robin.ts';

/** All visitors of these tests come from this machine. */
const GUEST_IP = '127.0.0.1';
/** What Chromium says by itself about a socket that is refused or cut. */
const SOCKET_FAILED = /^WebSocket connection to .* failed/;

/** How often a page has asked for something and got an answer, and whether it has a socket that works. */
function watched(page: Page, path: string) {
  let begun = 0;
  let answered = 0;
  let heard = false;
  const concerns = (url: string) => new URL(url).pathname === path;
  page.on('request', (request) => {
    if (concerns(request.url())) begun += 1;
  });
  page.on('requestfinished', (request) => {
    if (concerns(request.url())) answered += 1;
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', () => {
      heard = true;
    }),
  );
  return {
    asked: () => answered,
    /** It asks once more as soon as it is connected. */
    isConnected: () => heard && answered >= 2 && answered === begun,
  };
}

/** The page's time stands still from now on, so what it does by itself does not happen unless it is told to. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1));
}

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

test('a guest is told at once, while the page hardly ever asks', async () => {
  const portal = await openPortal();
  const guest = await visitor(portal);
  const { asked, isConnected } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('it is connected', isConnected);
  await stopTime(guest);
  const before = asked();
  await guest.clock.fastForward(25_000);
  expect(asked()).toBe(before);
  await guest.clock.fastForward(5_000);
  await until('it asks once in thirty seconds', () => asked() === before + 1);

  await prompt(portal);
  const popup = guest.getByRole('dialog', { name: 'Email Required' });
  await popup.getByText('Please enter your email').waitFor();
});

test('where a proxy refuses sockets the page asks as it always did, and nobody notices', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  proxy.passesSockets = false;
  const guest = await visitor({ app, url }, {}, SOCKET_FAILED);
  const { asked } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('it has asked', () => asked() > 0);
  await stopTime(guest);
  for (let round = 0; round < 3; round += 1) {
    const before = asked();
    await guest.clock.fastForward(2_000);
    await until('it asks every two seconds', () => asked() === before + 1);
  }
  await prompt(portal);
  await guest.clock.fastForward(2_000);
  await guest.getByRole('dialog', { name: 'Email Required' }).waitFor();
  expect(app.guestSockets.count()).toBe(0);
});

test('where a proxy cuts the socket the page asks more often until it is back, and misses nothing', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  const guest = await visitor({ app, url }, {}, SOCKET_FAILED);
  const { asked, isConnected } = watched(guest, '/api/guest/check-redirect');
  await guest.clock.install();
  await guest.goto('/');
  await until('it is connected', isConnected);
  await stopTime(guest);
  const before = asked();
  proxy.passesSockets = false;
  proxy.cutSockets();
  await until('it is cut', () => app.guestSockets.count() === 0);
  await until('the page asks by itself', async () => {
    await guest.clock.fastForward(5_000);
    return asked() > before;
  });
  proxy.passesSockets = true;
  await until('it is back', async () => {
    await guest.clock.fastForward(5_000);
    return app.guestSockets.count() === 1;
  });
  await prompt(portal);
  await guest.getByRole('dialog', { name: 'Email Required' }).waitFor();
});

test('a signed-in user is redirected at once, and led to the sign-in page when the session ends', async () => {
  const portal = await openPortal();
  const { id } = await createAccount(portal.app);
  const admin = await signedIn(portal.app, ADMIN);
  const user = await signedInPage(portal, { username: 'mira', password: PASSWORD });
  const { asked, isConnected } = watched(user, '/api/user/check-redirect');
  await user.clock.install();
  await user.goto('/user/email-entry');
  await until('it is connected', isConnected);
  await stopTime(user);
  const before = asked();
  await user.clock.fastForward(25_000);
  expect(asked()).toBe(before);
  await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement' });
  await user.waitForURL('/terms-agreement');
  await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } });
  await user.waitForURL('/auth?reason=signed-out');
});
