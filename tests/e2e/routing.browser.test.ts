import { expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { openPortal, signInAsAdmin, visitor } from '../support/browser.ts';

test('an anonymous visitor is led to the right screen', async () => {
  const portal = await openPortal({ ORGANISATION: 'Example Ltd' });
  const page = await visitor(portal);
  for (const path of ['/', '/user']) {
    await page.goto(path);
    await page.waitForURL('/user/email-entry');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByText('Example Ltd').first().waitFor();
  }
  for (const path of ['/auth', '/nothing/here', '/profile/complete-info']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'User Portal' }).waitFor();
  }
  await page.goto('/admin/login');
  await page.getByRole('link', { name: /user login/i }).click();
  await page.waitForURL('/auth');
  await page.getByRole('heading', { name: 'User Portal' }).waitFor();
  // There is no such page: nothing is loaded, and nobody is denied anything.
  await page.goto('/admin/nope');
  await page.waitForURL('/admin/login');
  await page.getByRole('heading', { name: 'Admin Portal' }).waitFor();
  expect(await page.getByText(/Loading admin panel|Access Denied/).count()).toBe(0);
});

test('somebody signed in is led to the right screen', async () => {
  const portal = await openPortal();
  const page = await visitor(portal);
  await signInAsAdmin(page, ADMIN);
  for (const path of ['/', '/user', '/user/verify-code']) {
    await page.goto(path);
    await page.getByRole('link', { name: /admin/i }).first().waitFor();
  }
  await page.goto('/admin/login');
  await page.waitForURL('/admin');
  await page.goto('/profile/complete-info');
  await page.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
  for (const path of ['/nothing/here', '/admin/nothing', '/redirect']) {
    await page.goto(path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  }
});

test('on another hostname there is only the 404 of the server', async () => {
  const portal = await openPortal({ PUBLIC_URL: 'http://portal.example' });
  const page = await visitor(portal);
  // A name that leads to loopback but is not ours.
  const answer = await page.goto(`${portal.url.replace('localhost', 'evil.localhost')}/auth`);
  expect(answer?.status()).toBe(404);
  await page.getByText('The requested resource was not found on this server.').waitFor();
  await page.getByText('Error Code: Domain Access Denied').waitFor();
});

test('the theme follows the system until somebody chooses, and the choice is there from the first paint', async () => {
  const portal = await openPortal();
  const page = await visitor(portal, { colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/auth');
  const dark = await ground();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  expect(light).not.toBe(dark);
  await signInAsAdmin(page, ADMIN);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
  expect(await ground()).toBe(dark);
  const html = await (await page.request.get('/auth')).text();
  expect(html).toContain('<html data-theme="dark"');
});
