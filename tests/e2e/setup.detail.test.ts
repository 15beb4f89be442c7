import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, type Portal, signedInPage } from '../support/browser.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Set up your portal' });
const stepOf = (page: Page, title: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });

async function dashboard(portal: Portal, as = ADMIN): Promise<Page> {
  const page = await signedInPage(portal, as);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
  return page;
}

test('The set-up card leads through the first steps', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const page = await dashboard(portal);
  await card(page).getByText('0 of 7 done, 1 optional').waitFor();
  expect(await card(page).getByRole('listitem').count()).toBe(7);
  await stepOf(page, 'Chat notifications').getByText('Optional').waitFor();
  await stepOf(page, 'Encrypted connection').getByText('PUBLIC_URL', { exact: true }).waitFor();
  await stepOf(page, 'Exit URL')
    .getByText('No exit URL is set. Guests who leave see a plain page of this portal.')
    .waitFor();
  await expectAccessible(page, 'the set-up card');

  await stepOf(page, 'Exit URL').getByRole('link').click();
  await page.waitForURL('/admin/settings#exit-url');
  await page.getByRole('textbox', { name: 'Exit URL' }).fill('https://example.org/bye');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings Updated').first().waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await stepOf(page, 'Exit URL').getByText('Guests leave for example.org.').waitFor();

  await stepOf(page, 'Second factor').getByRole('link').click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  await page.goto('/admin');
  await stepOf(page, 'Your own password').getByRole('link').click();
  await page.waitForURL('/admin/settings#password');
  await page.goto('/admin');
  await stepOf(page, 'First user').getByRole('link').click();
  await page.waitForURL('/admin/users?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL('/admin/users');
});

test('The set-up card can be dismissed, and the security check brings it back', async () => {
  const portal = await openPortal();
  await createAccount(portal.app);
  const page = await dashboard(portal);
  await card(page).getByText('1 of 7 done').waitFor();
  await card(page).getByRole('button', { name: 'Dismiss' }).click();
  await card(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
  await page.getByRole('button', { name: 'Security Check' }).click();
  const check = page.getByRole('dialog', { name: 'Security Check' });
  await check.getByText('Not set up', { exact: true }).first().waitFor();
  await check.getByRole('link', { name: 'View failed sign-ins' }).first().waitFor();
  await expectAccessible(page, 'the security check');
  expect(await card(page).count()).toBe(0);
  await check.getByRole('button', { name: 'Show the setup card again' }).click();
  await card(page).waitFor();
});

test('Each admin sees once that everything is set up', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const { app } = portal;
  await createAccount(app, { username: 'vera', role: 'admin' });
  await createAccount(app, { username: 'wim', role: 'admin' });
  const as = (username: string) => ({ username, password: PASSWORD });
  const vera = await signedIn(app, as('vera'));
  // As behind a proxy with a certificate, which this test does not have.
  const done = (await vera.get('/api/admin/setup')).json().steps.map((step: object) => ({ ...step, state: 'done' }));
  const open = async (username: string) => {
    const page = await signedInPage(portal, as(username));
    await page.route('**/api/admin/setup', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      const { dismissed } = await answer.json();
      return route.fulfill({ json: { dismissed, steps: dismissed ? [] : done } });
    });
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
    return page;
  };
  const page = await open('vera');
  const doneNotice = (of: Page) => of.getByText(/^Everything is set up/);
  await doneNotice(page).waitFor();
  await until('the dismissal is stored', async () => (await vera.get('/api/admin/setup')).json().dismissed);
  await page.reload();
  await page.getByText('Total Users').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await doneNotice(page).count()).toBe(0);
  await doneNotice(await open('wim')).waitFor();
});
