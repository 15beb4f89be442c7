import { expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { openPortal, signedInPage, signInAsAdmin, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';

test('Every address leads an anonymous visitor to the right page', async () => {
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
  // An unknown admin page: nothing loads, and no access is denied.
  await page.goto('/admin/nope');
  await page.waitForURL('/admin/login');
  await page.getByRole('heading', { name: 'Admin Portal' }).waitFor();
  expect(await page.getByText(/Loading admin panel|Access Denied/).count()).toBe(0);
});

detail('Every address leads a signed-in admin to the right page', async () => {
  const portal = await openPortal();
  const page = await signedInPage(portal, ADMIN);
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

test('On another hostname the server answers with its own 404 page', async () => {
  const portal = await openPortal({ PUBLIC_URL: 'http://portal.example' });
  const page = await visitor(portal);
  // A name that resolves to loopback but is not the portal's.
  const answer = await page.goto(`${portal.url.replace('localhost', 'evil.localhost')}/auth`);
  expect(answer?.status()).toBe(404);
  await page.getByText('The requested resource was not found on this server.').waitFor();
  await page.getByText('Error Code: Domain Access Denied').waitFor();
});

detail('The theme follows the system until a choice is made, and the server draws the chosen theme', async () => {
  const portal = await openPortal();
  const page = await visitor(portal, { colorScheme: 'dark' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/auth');
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  expect(light).not.toBe(dark);
  await signInAsAdmin(page, ADMIN);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
  expect(await background()).toBe(dark);
  const html = await (await page.request.get('/auth')).text();
  expect(html).toContain('<html data-theme="dark"');
});
