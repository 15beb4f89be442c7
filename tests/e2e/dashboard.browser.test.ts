import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { attemptSignIn, signedIn } from '../support/accounts.ts';
import { ADMIN, type TestApp } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  settled,
  signedInPage,
  untilFocused,
} from '../support/browser.ts';
import { enterRightCode } from '../support/confirmed-guest.ts';
import { detail } from '../support/detail.ts';
import { GUEST_EMAIL, guestInFlow } from '../support/guest-in-flow.ts';
import { TestSmtp } from '../support/smtp.ts';

const MINUTE_MS = 60_000;

const range = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const signInRows = (page: Page, last: string) =>
  page.getByRole('table', { name: `Sign-ins of the last ${last}` }).locator('tbody tr');
const funnelRow = (page: Page, step: string) => card(page, 'Guests').getByRole('row', { name: new RegExp(`^${step}`) });
const helpRow = (page: Page, name: string) => card(page, 'Guests').getByRole('row', { name: new RegExp(`^${name}`) });

async function dashboard(portal: Portal, path = '/admin', options = {}): Promise<Page> {
  const page = await signedInPage(portal, ADMIN, options);
  await page.goto(path);
  await card(page, 'Guests').waitFor();
  return page;
}

/** Guests who gave an address half an hour ago; the first ones were verified after a minute. */
async function insertGuests({ db, clock }: TestApp, name: string, guests: number, verified: number, helped: boolean) {
  const given = clock.now() - 30 * MINUTE_MS;
  const rows = Array.from({ length: guests }, (_, index) => ({
    guest_id: `${name}-${index}`,
    entered_at: given - MINUTE_MS,
    address_at: given,
    code_at: index < verified ? given + MINUTE_MS : null,
    verified_at: index < verified ? given + MINUTE_MS : null,
    helped_at: helped ? given + 1 : null,
  }));
  // In parts: a statement has at most 32,766 values.
  for (let start = 0; start < rows.length; start += 5_000)
    await db
      .insertInto('guest_steps')
      .values(rows.slice(start, start + 5_000))
      .execute();
}

detail('The range of the charts is in the address and can be changed with the keyboard', async () => {
  const page = await dashboard(await openPortal());
  await card(page, 'Sign-ins').getByText('By hour, last 24 hours').waitFor();
  await expect.poll(() => signInRows(page, '24 hours').count()).toBe(25);
  expect(await range(page, '24 hours').isChecked()).toBe(true);

  await range(page, '7 days').click();
  await page.waitForURL('/admin?range=7d');
  await card(page, 'Sign-ins').getByText('By 6 hours, last 7 days').waitFor();
  await expect.poll(() => signInRows(page, '7 days').count()).toBe(29);
  await untilFocused(range(page, '7 days'));
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('/admin?range=30d');
  await expect.poll(() => signInRows(page, '30 days').count()).toBe(31);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => signInRows(page, '90 days').count()).toBe(91);

  await page.reload();
  await card(page, 'Guests').getByText('New in the last 90 days, by step').waitFor();
  expect(await range(page, '90 days').isChecked()).toBe(true);
  await range(page, '24 hours').click();
  await page.waitForURL('/admin');
  await page.goto('/admin?range=nonsense');
  await card(page, 'Sign-ins').getByText('By hour, last 24 hours').waitFor();
});

detail('The failed sign-ins of the chart are as many as the security alerts', async () => {
  const portal = await openPortal();
  const { app } = portal;
  for (let times = 0; times < 3; times += 1) await attemptSignIn(app, app.client(), { username: 'nobody' });
  const [attempt] = await app.db.selectFrom('activity').selectAll().where('action', '=', 'failed_login').execute();
  if (attempt === undefined) throw new Error('No failed sign-in was logged.');
  // Inside the last 24 hours, in the same hour of the clock as what is outside.
  const edge = app.clock.now() - 24 * 60 * MINUTE_MS;
  await app.db
    .insertInto('activity')
    .values([
      { ...attempt, id: 'outside', created_at: edge - 1_000 },
      { ...attempt, id: 'inside', created_at: edge + 1_000 },
    ])
    .execute();
  const page = await dashboard(portal);
  await card(page, 'Sign-ins').getByText('Failed 4').waitFor();
  await page
    .getByRole('link', { name: /Security Alerts/ })
    .getByText('4', { exact: true })
    .waitFor();
});

detail('Deleting the guest log leaves the guests on the dashboard as they are', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const { app } = portal;
  const { client } = await guestInFlow(app);
  await enterRightCode(client, smtp, GUEST_EMAIL);
  const page = await dashboard(portal);
  await funnelRow(page, 'Verified').getByText('100%').waitFor();
  const admin = await signedIn(app, ADMIN);
  const logIds = (await admin.get('/api/admin/guest-logs')).json().map(({ id }: { id: string }) => id);
  const deleted = await admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });
  expect(deleted.json()).toEqual({ deletedCount: logIds.length });
  app.clock.advance(5_000);
  await page.reload();
  await funnelRow(page, 'Verified').getByText('100%').waitFor();
  expect(await funnelRow(page, 'Verified').getByRole('cell', { name: '1', exact: true }).count()).toBe(1);
});

test('The dashboard shows where guests are lost and whether help helped', async () => {
  const portal = await openPortal();
  const { app } = portal;
  await insertGuests(app, 'helped', 8, 6, true);
  await insertGuests(app, 'alone', 4, 1, false);
  const page = await dashboard(portal);
  await card(page, 'Guests').getByText('Biggest drop: from Entered address to Entered code').waitFor();
  await funnelRow(page, 'Entered code').getByText('−5').waitFor();
  await helpRow(page, 'With help').getByText('6 of 8').waitFor();
  await helpRow(page, 'With help').getByText('75%').waitFor();
  // Four guests are too few for a share.
  await helpRow(page, 'Without help').getByText('Not enough guests yet').waitFor();

  await range(page, '90 days').click();
  await card(page, 'Guests').getByText('Guest data is deleted after 30 days.').waitFor();
  await helpRow(page, 'With help').getByText('6 of 8').waitFor();
});

detail('Without guests and sign-ins the charts say so, and a failure offers to try again', async () => {
  const portal = await openPortal();
  const page = await signedInPage(portal, ADMIN);
  await portal.app.db.deleteFrom('activity').execute();
  let fails = true;
  await page.route('**/api/admin/charts*', async (route) => {
    const json = { error: 'bad_input', message: 'Please try again in a moment.' };
    return fails ? route.fulfill({ status: 400, json }) : route.continue();
  });
  await page.goto('/admin');
  await card(page, 'Sign-ins').getByText("Couldn't load the sign-ins.").waitFor();
  await card(page, 'Guests').getByText("Couldn't load the guests.").waitFor();
  fails = false;
  await card(page, 'Guests').getByRole('button', { name: 'Try again' }).click();
  await card(page, 'Guests').getByText('No new guests in the last 24 hours').waitFor();
  await card(page, 'Sign-ins').getByText('No sign-ins in the last 24 hours').waitFor();
});

detail('The charts of every range fit a phone and are accessible in both themes', async () => {
  const portal = await openPortal();
  await insertGuests(portal.app, 'helped', 12_000, 9_000, true);
  const page = await dashboard(portal, '/admin', { viewport: { width: 390, height: 844 } });
  for (const name of ['24 hours', '7 days', '30 days', '90 days']) {
    await range(page, name).click();
    await signInRows(page, name).first().waitFor({ state: 'attached' });
    await settled(page);
    await expectToFit(page, name);
    await expectAccessible(page, name);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'the charts, dark', ['color-contrast']);
});
