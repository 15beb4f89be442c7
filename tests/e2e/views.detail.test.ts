import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SavedView } from '../../contract/views/views.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  untilFocused,
} from '../support/browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const viewsButton = (page: Page) => page.getByRole('button', { name: 'Saved views' });
const inSidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name, exact: true });

/** An active and a suspended user, and one member of staff for each role. */
async function portalWithStaff(): Promise<Portal> {
  const portal = await openPortal();
  const { app } = portal;
  await createAccount(app, { username: 'mira', firstName: 'Mira', lastName: 'Kolb' });
  await createAccount(app, { username: 'hugo', firstName: 'Hugo', lastName: 'Jensen', status: 'suspended' });
  for (const role of ['manager', 'helper'] as const) await createAccount(app, { username: `the-${role}`, role });
  await createAccount(app, { username: 'colleague', role: 'manager' });
  return portal;
}

const pageOf = (portal: Portal, username: string, options = {}) =>
  signedInPage(portal, { username, password: PASSWORD }, options);

async function saveView(page: Page, name: string, visibleTo?: string): Promise<void> {
  await viewsButton(page).click();
  await dialogOf(page).getByLabel('Name for the current filters').fill(name);
  if (visibleTo) await dialogOf(page).getByLabel('Visible to').selectOption(visibleTo);
  await dialogOf(page).getByRole('button', { name: 'Save view' }).click();
  await seeToast(page, 'View saved', name);
}

async function chooseInPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to a page, a person or an action' });
  await palette.getByRole('combobox').fill(name);
  await palette.getByRole('group', { name: 'Views' }).getByRole('option', { name }).click();
}

async function storeView(portal: Portal, username: string, view: Partial<SavedView>): Promise<void> {
  const client = await signedIn(portal.app, username === 'admin' ? ADMIN : { username });
  const body = { name: 'Suspended', path: '/admin/users', query: 'standing=suspended', ...view };
  expect((await client.post('/api/admin/views', body)).statusCode).toBe(200);
}

describe('A view of one’s own', () => {
  test('is saved with the filters of the address and opens from the dialog, the sidebar and the palette', async () => {
    const page = await pageOf(await portalWithStaff(), 'the-manager');
    await page.goto('/admin/users?standing=suspended');
    await page.getByText('Hugo Jensen').first().waitFor();
    await saveView(page, 'Locked out');
    await dialogOf(page).getByRole('link', { name: 'Locked out' }).waitFor();
    await expectAccessible(page, 'the saved views');
    await page.keyboard.press('Escape');
    await untilFocused(viewsButton(page));
    expect(await inSidebar(page, 'Locked out').getAttribute('aria-current')).toBe('true');

    for (const open of [
      () => inSidebar(page, 'Locked out').click(),
      () => chooseInPalette(page, 'Locked out'),
      async () => {
        await viewsButton(page).click();
        await dialogOf(page).getByRole('link', { name: 'Locked out' }).click();
      },
    ]) {
      await page.goto('/admin/users');
      await page.getByText('Mira Kolb').first().waitFor();
      expect(await inSidebar(page, 'Locked out').getAttribute('aria-current')).toBeNull();
      await open();
      await page.waitForURL('**/admin/users?standing=suspended');
      await page.getByText('Mira Kolb').first().waitFor({ state: 'detached' });
    }
  });

  test('stays marked in the sidebar while the panel of a user is open', async () => {
    const portal = await portalWithStaff();
    await storeView(portal, 'the-manager', {});
    const page = await pageOf(portal, 'the-manager');
    await page.goto('/admin/users?standing=suspended');
    await page.getByRole('link', { name: 'Hugo Jensen', exact: true }).click();
    await page.getByRole('dialog', { name: 'User Information' }).waitFor();
    const view = page.locator('nav a', { hasText: 'Suspended' });
    expect(await view.getAttribute('aria-current')).toBe('true');
  });

  test('is not seen by a colleague', async () => {
    const portal = await portalWithStaff();
    await storeView(portal, 'the-manager', {});
    const page = await pageOf(portal, 'colleague');
    await page.goto('/admin/users');
    await viewsButton(page).click();
    await dialogOf(page).getByText('No saved views yet. Set some filters, then save them here.').waitFor();
    expect(await inSidebar(page, 'Suspended').count()).toBe(0);
  });

  test('needs a filter and a name, and keeps what was typed', async () => {
    const page = await pageOf(await portalWithStaff(), 'the-manager');
    await page.goto('/admin/users');
    await viewsButton(page).click();
    await dialogOf(page)
      .getByText(/^No saved views yet/)
      .waitFor();
    expect(await dialogOf(page).getByRole('button', { name: 'Save view' }).count()).toBe(0);
    await page.goto('/admin/users?standing=suspended');
    await viewsButton(page).click();
    await dialogOf(page).getByLabel('Visible to').selectOption('All managers');
    await dialogOf(page).getByRole('button', { name: 'Save view' }).click();
    await dialogOf(page).getByText('Please enter a name').waitFor();
    await untilFocused(dialogOf(page).getByLabel('Name for the current filters'));
    expect(await dialogOf(page).getByLabel('Visible to').inputValue()).toBe('manager');
  });

  test('is removed', async () => {
    const portal = await portalWithStaff();
    await storeView(portal, 'the-manager', {});
    const page = await pageOf(portal, 'the-manager');
    await page.goto('/admin/users');
    await inSidebar(page, 'Suspended').waitFor();
    await viewsButton(page).click();
    await dialogOf(page).getByRole('button', { name: 'Remove Suspended' }).click();
    await dialogOf(page)
      .getByText(/^No saved views yet/)
      .waitFor();
    await page.keyboard.press('Escape');
    await inSidebar(page, 'Suspended').waitFor({ state: 'detached' });
  });
});

describe('A shared view', () => {
  test('is in the sidebar and palette of everyone with the role, who cannot remove it', async () => {
    const portal = await portalWithStaff();
    const manager = await pageOf(portal, 'the-manager');
    await manager.goto('/admin/users?standing=suspended');
    await saveView(manager, 'Suspended', 'All managers');
    await dialogOf(manager).getByText('shared with all managers').waitFor();

    const page = await pageOf(portal, 'colleague');
    await page.goto('/admin');
    await inSidebar(page, 'Suspended').waitFor();
    await chooseInPalette(page, 'Suspended');
    await page.waitForURL('**/admin/users?standing=suspended');
    await viewsButton(page).click();
    await dialogOf(page).getByText('shared by the-manager').waitFor();
    expect(
      await dialogOf(page)
        .getByRole('button', { name: /^Remove/ })
        .count(),
    ).toBe(0);

    const helper = await pageOf(portal, 'the-helper');
    await helper.goto('/admin/guest-activity');
    await inSidebar(helper, 'Guest Activity').waitFor();
    expect(await inSidebar(helper, 'Suspended').count()).toBe(0);
  });

  test('is given to another role by an admin alone', async () => {
    const portal = await portalWithStaff();
    await storeView(portal, 'admin', {
      name: 'Stuck now',
      path: '/admin/guest-activity',
      query: 'view=needs-help',
      sharedWith: 'helper',
    });
    const helper = await pageOf(portal, 'the-helper', PHONE);
    await helper.goto('/admin/guest-activity');
    await helper.getByRole('button', { name: 'Open sidebar' }).tap();
    await inSidebar(helper, 'Stuck now').tap();
    await helper.waitForURL('**/admin/guest-activity?view=needs-help');
    await viewsButton(helper).tap();
    await dialogOf(helper).getByLabel('Visible to').waitFor();
    expect(await dialogOf(helper).getByLabel('Visible to').locator('option').allTextContents()).toEqual([
      'Only me',
      'All helpers',
    ]);
    await expectToFit(helper, 'the saved views');
    await helper.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(helper, 'the saved views on a phone, dark');

    const admin = await signedInPage(portal, ADMIN);
    await admin.goto('/admin/users?standing=suspended');
    await viewsButton(admin).click();
    expect(await dialogOf(admin).getByLabel('Visible to').locator('option').count()).toBe(5);
  });
});
