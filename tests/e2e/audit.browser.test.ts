import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, type Portal, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const GUEST = '203.0.113.7';

const sentence = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const suggested = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });
const kindField = (page: Page) => page.getByRole('combobox', { name: 'Kind' });
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove filter: ${text}` });

/** Ann suspends Hugo and makes him an auditor; the admin prompts a guest. Hugo's sign-in came before he was staff. */
async function staffAtWork({ app }: Portal) {
  const hugo = await createAccount(app, { username: 'hugo', firstName: 'Hugo', lastName: 'Jensen' });
  const ann = await createAccount(app, { username: 'ann', firstName: 'Ann', role: 'admin' });
  await signedIn(app, { username: 'hugo' });
  const client = await signedIn(app, { username: 'ann' });
  const patch = (url: string, payload: object) => client.request({ method: 'PATCH', url, payload });
  app.clock.advance(1_000);
  await patch(`/api/admin/users/${hugo.id}/status`, { status: 'suspended' });
  app.clock.advance(1_000);
  await patch(`/api/admin/users/${hugo.id}/role`, { role: 'auditor' });
  app.clock.advance(1_000);
  await app.client({ ip: GUEST }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/guest-prompt', { guestIp: GUEST, prompt: 'email' });
  return { hugo, ann };
}

const PROMPTED = `admin prompted Guest (${GUEST}): “Please enter your email”`;

test('The audit trail is filtered by person, kind, target and day, and shows the values before a change', async () => {
  const portal = await openPortal();
  const { hugo, ann } = await staffAtWork(portal);
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { name: 'Audit Trail' }).waitFor();
  await sentence(page, PROMPTED).waitFor();
  await sentence(page, 'Ann (ann) made Hugo Jensen (hugo) an auditor').waitFor();
  expect(await sentence(page, 'Hugo Jensen (hugo) signed in').count()).toBe(0);
  expect(await sentence(page, /viewed the Email Entry Page/).count()).toBe(0);
  await page.getByRole('row', { name: 'Ann (ann) made Hugo' }).getByText('Role: user became → auditor').waitFor();
  await expectAccessible(page, 'the audit trail');

  await page.getByLabel('Person').selectOption('Ann (ann)');
  await page.waitForURL(`**/admin/audit?person=${ann.id}`);
  await sentence(page, PROMPTED).waitFor({ state: 'detached' });
  await kindField(page).fill('status');
  await suggested(page, /^Status changed$/).click();
  await page.waitForURL(`**/admin/audit?person=${ann.id}&kind=status`);
  await sentence(page, 'Ann (ann) suspended Hugo Jensen (hugo)').waitFor();
  await page.getByText('1 entry', { exact: true }).waitFor();
  await chip(page, 'By Ann (ann)').click();
  await chip(page, 'Status changed').click();
  await page.waitForURL('**/admin/audit');

  // With the keyboard alone: a user is found by name, a guest by address.
  await page.getByLabel('About').focus();
  await page.keyboard.type('hug');
  await suggested(page, /Hugo Jensen/).waitFor();
  await until('the suggestion is chosen', async () => {
    await page.keyboard.press('Enter');
    return page.url().includes('target=');
  });
  await chip(page, 'About Hugo Jensen (hugo)').waitFor();
  await sentence(page, PROMPTED).waitFor({ state: 'detached' });
  expect(page.url()).toContain(`target=${hugo.id}`);
  await page.reload();
  await chip(page, 'About Hugo Jensen (hugo)').waitFor();
  await sentence(page, 'Ann (ann) suspended Hugo Jensen (hugo)').waitFor();
  await chip(page, 'About Hugo Jensen (hugo)').click();
  await page.getByLabel('About').fill(GUEST);
  await suggested(page, /^Guest/).click();
  await chip(page, `About Guest (${GUEST})`).waitFor();
  await sentence(page, 'Ann (ann) suspended Hugo Jensen (hugo)').waitFor({ state: 'detached' });

  // The panel of an entry links to all entries about the same target.
  await page.getByRole('button', { name: 'Reset' }).click();
  await sentence(page, 'Ann (ann) made Hugo Jensen (hugo) an auditor').click();
  const panel = page.getByRole('dialog', { name: 'Activity entry' });
  await panel.getByText('Changed details').waitFor();
  await panel.getByText('Before').waitFor();
  await expectAccessible(page, 'the panel of an audit entry');
  await panel.getByRole('link', { name: 'Everything about this user' }).click();
  await page.waitForURL(`**/admin/audit?target=${hugo.id}`);

  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('Nothing in the audit trail').waitFor();
  await chip(page, 'To 1 Jan 2020').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await sentence(page, PROMPTED).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await sentence(page, 'admin exported the audit trail').waitFor();
});

detail('The kinds of the audit trail are grouped by subject and found by typing', async () => {
  const portal = await openPortal();
  await staffAtWork(portal);
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/audit');
  await kindField(page).click();
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const groups = list.getByRole('group');
  await expect
    .poll(() => groups.evaluateAll((all) => all.map((one) => one.querySelector('p')?.textContent)))
    .toEqual(['Sign-in and security', 'Accounts', 'Exports and imports', 'Portal', 'Messages and help']);
  await list.getByRole('group', { name: 'Accounts' }).getByRole('option', { name: 'Role changed' }).waitFor();
  await expectAccessible(page, 'the kinds of the audit trail');
  // A subject finds all of its kinds.
  await page.keyboard.type('exports');
  await expect.poll(() => groups.count()).toBe(1);
  await list.getByRole('option', { name: 'Users imported' }).waitFor();
  await kindField(page).fill('nothing like it');
  await page.getByText('Nothing matches. Try another word.').waitFor();

  await kindField(page).fill('role');
  await suggested(page, /^Role changed$/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/audit?kind=role');
  await page.getByText('1 entry', { exact: true }).waitFor();
  expect(await kindField(page).inputValue()).toBe('Role changed');
  await page.getByRole('button', { name: 'Clear kind' }).click();
  await page.waitForURL('**/admin/audit');
  await sentence(page, PROMPTED).waitFor();

  const phone = await signedInPage(portal, ADMIN, { ...PHONE, colorScheme: 'dark' });
  await phone.goto('/admin/audit');
  await kindField(phone).tap();
  await suggested(phone, /^Signed in$/).waitFor();
  await expectToFit(phone, 'the kinds of the audit trail');
  await expectAccessible(phone, 'the kinds of the audit trail on a phone, dark');
});

detail('The audit trail fits a phone and is readable in the dark', async () => {
  const portal = await openPortal();
  await staffAtWork(portal);
  const phone = await signedInPage(portal, ADMIN, PHONE);
  await phone.goto('/admin/audit?kind=role');
  await sentence(phone, 'Ann (ann) made Hugo Jensen (hugo) an auditor').waitFor();
  await expectToFit(phone, 'the audit trail');
  await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(phone, 'the audit trail on a phone, dark');
  await sentence(phone, 'Ann (ann) made Hugo Jensen (hugo) an auditor').tap();
  await phone.getByRole('dialog', { name: 'Activity entry' }).getByText('Changed details').waitFor();
});

detail('The palette finds the audit trail, and a failed load can be retried', async () => {
  const portal = await openPortal();
  await staffAtWork(portal);
  const page = await signedInPage(portal, ADMIN);
  await page.route('**/api/admin/audit?*', (route) =>
    route.fulfill({ status: 400, json: { error: 'bad_input', message: 'Not now.' } }),
  );
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to a page, a person or an action' });
  await palette.getByRole('combobox').fill('audit');
  await palette.getByRole('option', { name: /^Audit/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/audit');
  await page.getByText("Couldn't load the audit trail").waitFor();
  await page.unroute('**/api/admin/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await sentence(page, PROMPTED).waitFor();
});
