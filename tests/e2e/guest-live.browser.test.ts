import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, signedInPage, stopTime, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { RoundRobin } from '../support/round-robin.ts';

/** All visitors of these tests come from this machine. */
const GUEST_IP = '127.0.0.1';

/** How often a page has asked for something and got an answer, and whether it has a socket that works. */
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
    /** It asks once more as soon as it is connected. */
    isConnected: () => heard > 0 && answered >= 2 && answered === begun,
    /** So much time passes at once, for a page that has just heard from the server. */
    async forward(ms: number) {
      const before = heard;
      await until('it hears the server', () => heard > before + 1);
      await page.clock.fastForward(ms);
    },
  };
}

/** Time that passes for a page does not pass for the server: without beats the page would give its socket up. */
const MANY_BEATS = { guestSockets: { beatEveryMs: 300 } };

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
  const portal = await openPortal({}, MANY_BEATS);
  const guest = await visitor(portal);
  const { asked, isConnected, forward } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('it is connected', isConnected);
  await stopTime(guest);
  const before = asked();
  await forward(30_000);
  await until('it asks again', () => asked() === before + 1);
  await forward(25_000);
  await forward(4_000);
  expect(asked()).toBe(before + 1);
  await forward(1_000);
  await until('it asks once in thirty seconds', () => asked() === before + 2);

  await prompt(portal);
  const popup = guest.getByRole('dialog', { name: 'Email Required' });
  await popup.getByText('Please enter your email').waitFor();
});

detail('news that come while an answer is on its way are not missed', async () => {
  const portal = await openPortal({}, MANY_BEATS);
  const guest = await visitor(portal);
  const { news, isConnected, forward } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await until('it is connected', isConnected);
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
    // The page asks once more when the test is over and the browser with it.
    await route.fulfill({ response }).catch(() => {});
  });
  await forward(30_000);
  await until('it is answered that there is nothing', () => isOnItsWay);
  await prompt(portal);
  await until('it hears that there is something', () => news() > 0);
  deliver();
  await guest.getByRole('dialog', { name: 'Email Required' }).waitFor();
});

test('where a proxy refuses sockets the page asks as it always did, and nobody notices', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  proxy.passesSockets = false;
  const guest = await visitor({ app, url });
  const { asked, isAnswered } = watched(guest, '/api/guest/check-prompt');
  await guest.clock.install();
  await guest.goto('/');
  await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
  await until('it has asked', () => asked() > 0);
  await stopTime(guest);
  for (let times = 0; times < 5; times += 1) {
    await until('it is answered', isAnswered);
    const before = asked();
    let waited = 0;
    await until('it asks again', async () => {
      await guest.clock.runFor(200);
      waited += 200;
      return asked() > before;
    });
    // Every two seconds, and a little longer where the time passed before the page had begun to wait.
    expect(waited).toBeLessThan(10_000);
  }
  await prompt(portal);
  const popup = guest.getByRole('dialog', { name: 'Email Required' });
  await until('it finds the prompt', async () => {
    await guest.clock.fastForward(2_000);
    return popup.isVisible();
  });
  expect(app.guestSockets.count()).toBe(0);
});

detail('where a proxy cuts the socket the page asks more often until it is back, and misses nothing', async () => {
  const portal = await openPortal();
  const { proxy, url, app } = await behindProxy(portal);
  const guest = await visitor({ app, url });
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
  const portal = await openPortal({}, MANY_BEATS);
  const { id } = await createAccount(portal.app);
  const admin = await signedIn(portal.app, ADMIN);
  const user = await signedInPage(portal, { username: 'mira', password: PASSWORD });
  const { asked, isConnected, forward } = watched(user, '/api/user/check-redirect');
  await user.clock.install();
  await user.goto('/user/email-entry');
  await until('it is connected', isConnected);
  await stopTime(user);
  const before = asked();
  await forward(30_000);
  await until('it asks again', () => asked() === before + 1);
  await forward(29_000);
  expect(asked()).toBe(before + 1);
  await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement' });
  await user.waitForURL('/terms-agreement');
  await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } });
  await until(
    'it is led to the sign-in page',
    () => user.url() === `${portal.url}/auth?reason=signed-out&next=%2Fterms-agreement`,
  );
});
