import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SEARCHED_FOR } from '../../contract/users/account-details.rules.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, seeToast, signedInPage, untilFocused } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { insertUsers } from '../support/many-users.ts';

type ClickOptions = Parameters<Locator['click']>[0];

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'User Information' });

const MIRA = { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' };

/** One account of each status, besides the admin, who is online. */
async function withPeople(): Promise<Portal> {
  const portal = await openPortal();
  const { app } = portal;
  await createAccount(app, MIRA);
  app.clock.advance(MINUTE);
  await createAccount(app, { username: 'hugo', firstName: 'Hugo', lastName: 'Jensen', status: 'suspended' });
  app.clock.advance(MINUTE);
  await createAccount(app, { username: 'ann', firstName: 'Ann', lastName: 'Berg', status: 'needs_auth' });
  app.clock.advance(MINUTE);
  return portal;
}

async function usersPage(portal: Portal, path = '/admin/users'): Promise<Page> {
  const page = await signedInPage(portal, ADMIN);
  await page.goto(path);
  return page;
}

/** Waits until the list shows these names, from the top. */
async function expectNames(page: Page, names: string[]): Promise<void> {
  const links = page.getByRole('table').getByRole('cell').getByRole('link').filter({ hasText: /./ });
  await expect.poll(() => links.allTextContents()).toEqual(names);
}

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();

describe('Last Activity', () => {
  const DAY = 24 * 60 * MINUTE;
  const lastSeen = (portal: Portal, username: string, ago: number) =>
    portal.app.db
      .updateTable('users')
      .set({ signed_in_at: 1, active_at: Date.now() - ago })
      .where('username', '=', username)
      .execute();

  detail('Suspending somebody leaves when they were last seen as it was', async () => {
    const portal = await withPeople();
    await lastSeen(portal, 'mira', 3 * DAY + MINUTE);
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').getByText('3d ago').waitFor();
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Suspend Mira Kolb' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await row(page, 'Mira Kolb').getByText('Suspended').waitFor();
    await page.reload();
    await row(page, 'Mira Kolb').getByText('Suspended').waitFor();
    await row(page, 'Mira Kolb').getByText('3d ago').waitFor();
  });

  detail('Names get the room of the Actions column, whose buttons appear over the row', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { firstName: 'Wilhelmina', lastName: 'Vandenbergh-Castellano' });
    const page = await signedInPage(portal, ADMIN, { viewport: { width: 1280, height: 800 } });
    await page.goto('/admin/users');
    const name = row(page, 'Wilhelmina').getByText('Wilhelmina Vandenbergh-Castellano', { exact: true });
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await row(page, 'Wilhelmina').hover();
    await page.getByRole('button', { name: 'Suspend Wilhelmina Vandenbergh-Castellano' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  });

  detail('After 30 days it is a date, with the relative time as a tooltip', async () => {
    const portal = await withPeople();
    await lastSeen(portal, 'mira', 330 * DAY);
    const page = await usersPage(portal);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now() - 330 * DAY);
    const time = row(page, 'Mira Kolb').getByText(day, { exact: true });
    expect(await time.getAttribute('title')).toMatch(/\(330d ago\)$/);
  });
});

describe('Online status', () => {
  detail('List and panel follow a user from never signed in to online to offline', async () => {
    const portal = await openPortal();
    const { app } = portal;
    const mira = await createAccount(app, MIRA);
    const page = await signedInPage(portal, ADMIN);
    await page.clock.install();
    await page.goto('/admin/users');
    await row(page, 'Mira Kolb').getByText('Offline').waitFor();
    await row(page, 'Mira Kolb').getByText('Never signed in').waitFor();
    await row(page, 'admin').getByText('Online').waitFor();

    await signedIn(app, { username: 'mira', password: PASSWORD });
    await page.clock.runFor(31_000);
    await row(page, 'Mira Kolb').getByText('Online').waitFor();
    expect(await page.getByText('Never signed in').count()).toBe(0);

    await page.goto(`/admin/users?user=${mira.id}`);
    await panelOf(page).getByText('Online').waitFor();
    await panelOf(page).getByText('Last sign-in').waitFor();
    app.clock.advance(6 * MINUTE);
    await page.clock.runFor(31_000);
    await panelOf(page).getByText('Offline').waitFor();
    expect(await panelOf(page).getByText('Never signed in').count()).toBe(0);
    await page.keyboard.press('Escape');
    await row(page, 'Mira Kolb').getByText('Offline').waitFor();
  });

  detail('Rows stay under the pointer while new users wait behind a button', async () => {
    const portal = await withPeople();
    const page = await signedInPage(portal, ADMIN);
    await page.clock.install();
    await page.goto('/admin/users');
    await row(page, 'Hugo Jensen').hover();
    await insertUsers(portal.app, [{ username: 'aaron' }]);
    await page.clock.runFor(31_000);
    await page.getByRole('button', { name: 'Show 1 new in users' }).click();
    await expectNames(page, ['aaron', 'admin', 'Ann Berg', 'Hugo Jensen', 'Mira Kolb']);
  });

  detail('The panel of a new user says that they never signed in', async () => {
    const portal = await openPortal();
    const mira = await createAccount(portal.app, MIRA);
    const page = await usersPage(portal, `/admin/users?user=${mira.id}`);
    await panelOf(page).getByText('Never signed in').waitFor();
  });

  detail('Online Users on the dashboard leads to the list of online users', async () => {
    const portal = await withPeople();
    const page = await signedInPage(portal, ADMIN);
    await page.goto('/admin');
    await page.getByRole('link', { name: /Online Users/ }).click();
    await page.waitForURL('/admin/users?standing=online');
    await expectNames(page, ['admin']);
    expect(await chip(page, 'Online').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('Filters and order', () => {
  detail('Chips filter the list, stay in the address and can be removed', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await expectNames(page, ['admin', 'Ann Berg', 'Hugo Jensen', 'Mira Kolb']);
    for (const [name, standing, found] of [
      ['Online', 'online', ['admin']],
      ['Offline', 'offline', ['Mira Kolb']],
      ['Suspended', 'suspended', ['Hugo Jensen']],
      ['Needs Auth', 'needs_auth', ['Ann Berg']],
    ] as const) {
      await chip(page, name).click();
      await expectNames(page, [...found]);
      expect(new URL(page.url()).search).toBe(`?standing=${standing}`);
      expect(await page.locator('[aria-pressed=true]').allTextContents()).toEqual([name]);
    }
    expect(await page.getByRole('group', { name: 'Status' }).getByRole('button').count()).toBe(4);
    // A second click removes the filter.
    await chip(page, 'Needs Auth').click();
    await expectNames(page, ['admin', 'Ann Berg', 'Hugo Jensen', 'Mira Kolb']);
    await chip(page, 'Admins').click();
    await expectNames(page, ['admin']);
    await chip(page, 'Users').click();
    await chip(page, 'Suspended').click();
    await expectNames(page, ['Hugo Jensen']);
    await page.reload();
    await expectNames(page, ['Hugo Jensen']);
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/api/admin/users.csv?standing=suspended&role=user',
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectNames(page, ['admin', 'Ann Berg', 'Hugo Jensen', 'Mira Kolb']);
    expect(new URL(page.url()).search).toBe('');
  });

  detail('Filters without a match say so and can be cleared in place', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal, '/admin/users?standing=suspended&role=admin');
    await page.getByText('No users found').waitFor();
    await page.getByText('No users match these filters.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await row(page, 'Mira Kolb').waitFor();
  });

  detail('The count covers all matches, not only the loaded ones', async () => {
    const portal = await withPeople();
    await insertUsers(
      portal.app,
      Array.from({ length: 1_200 }, (_, index) => ({ username: `user${index}` })),
    );
    const page = await usersPage(portal, '/admin/users?standing=offline');
    await page.getByText('1,201 users', { exact: true }).waitFor();
  });

  detail('A search finds several words in any order', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await page.getByPlaceholder(new RegExp(`^${SEARCHED_FOR}$`, 'i')).fill('jensen hu');
    await expectNames(page, ['Hugo Jensen']);
  });

  detail('A column heading sorts, shows the direction and reverses on the next click', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    const byTime = ['Ann Berg', 'Hugo Jensen', 'Mira Kolb'];
    await row(page, 'Mira Kolb').waitFor();
    expect(await heading(page, 'User').getAttribute('aria-sort')).toBe('ascending');
    await chip(page, 'User').click();
    await expectNames(page, ['Mira Kolb', 'Hugo Jensen', 'Ann Berg', 'admin']);
    expect(await heading(page, 'User').getAttribute('aria-sort')).toBe('descending');
    await chip(page, 'Users').click();
    for (const [name, sort] of [
      ['Created', 'created'],
      ['Last Activity', 'activity'],
    ] as const) {
      await chip(page, name).click();
      await expectNames(page, byTime);
      expect(await heading(page, name).getAttribute('aria-sort')).toBe('descending');
      expect(new URL(page.url()).searchParams.get('sort')).toBe(`-${sort}`);
      await chip(page, name).click();
      await expectNames(page, byTime.toReversed());
      expect(await heading(page, name).getAttribute('aria-sort')).toBe('ascending');
    }
  });

  detail('On a phone a menu sorts, and a filter from the address is visible', async () => {
    const portal = await withPeople();
    const page = await signedInPage(portal, ADMIN, { viewport: PHONE });
    await page.goto('/admin/users?role=user');
    const cards = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
    await cards.first().getByText('Ann Berg').waitFor();
    const chosen = await chip(page, 'Users').boundingBox();
    expect(chosen && chosen.x >= 0 && chosen.x + chosen.width <= PHONE.width).toBe(true);
    await page.getByRole('button', { name: 'Sort by: Name, A to Z' }).click();
    await page.getByRole('menuitemradio', { name: 'Created, oldest first' }).click();
    await cards.first().getByText('Mira Kolb').waitFor();
    await page.getByRole('link', { name: 'View details of Mira Kolb' }).click();
    await panelOf(page).getByText('mira@example.com').first().waitFor();
  });

  detail('Rows are 40 px high, with one line or two', async () => {
    const portal = await withPeople();
    await insertUsers(portal.app, [{ username: 'oneline' }]);
    const page = await usersPage(portal);
    for (const name of ['Mira Kolb', 'oneline']) expect((await row(page, name).boundingBox())?.height).toBe(40);
  });
});

describe('A name is a link', () => {
  detail('A name opens the panel, here or in another tab', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal, '/admin/users?role=user');
    const link = page.getByRole('link', { name: 'Mira Kolb', exact: true });
    for (const how of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] satisfies ClickOptions[]) {
      const opened = page.context().waitForEvent('page');
      await link.click(how);
      const tab = await opened;
      await panelOf(tab).getByText('mira@example.com').first().waitFor();
      await tab.close();
      expect(await panelOf(page).count()).toBe(0);
    }
    await link.click();
    await panelOf(page).getByText('mira@example.com').first().waitFor();
    expect(new URL(page.url()).searchParams.get('role')).toBe('user');
    await page.goBack();
    await panelOf(page).waitFor({ state: 'detached' });
    await expectNames(page, ['Ann Berg', 'Hugo Jensen', 'Mira Kolb']);
    // The rest of the row opens the panel too.
    await row(page, 'Hugo Jensen').getByText('Suspended').click();
    await panelOf(page).getByText('hugo').first().waitFor();
  });
});

describe('Editing a user', () => {
  test('A taken address is an error at the field and keeps what was typed; list and panel show the edit', async () => {
    const portal = await withPeople();
    await createAccount(portal.app, { username: 'ben', email: 'ben@example.com' });
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').getByText('Offline').click();
    await panelOf(page).getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Mira Kolb' });
    await form.getByLabel('Last name').fill('Okoro');
    const email = form.getByLabel('Email');
    await email.fill('nonsense');
    await page.keyboard.press('Enter');
    await form.getByText('Please enter a valid email address').waitFor();
    await email.fill('BEN@example.com');
    await page.keyboard.press('Enter');
    await form.getByText('There is already an account with this email address.').waitFor();
    await untilFocused(email);
    expect(await form.getByLabel('Last name').inputValue()).toBe('Okoro');
    await email.fill('mira@okoro.example');
    await page.keyboard.press('Enter');
    await seeToast(page, 'Success', 'User updated successfully');
    await form.waitFor({ state: 'detached' });
    await panelOf(page).getByText('mira@okoro.example').first().waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'Mira Okoro').getByText('mira@okoro.example').waitFor();
    const { details } = await portal.app.db
      .selectFrom('activity')
      .select('details')
      .where('details', 'like', '%"edited"%')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '').changed).toEqual({
      lastName: { from: 'Kolb', to: 'Okoro' },
      email: { from: 'mira@example.com', to: 'mira@okoro.example' },
    });
  });

  detail('An admin edits their own name from the row menu, and the header shows it', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await row(page, 'admin').hover();
    await openMenu(page, 'admin');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit admin' });
    await form.getByLabel('First name').fill('Ada');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.waitFor({ state: 'detached' });
    await row(page, 'Ada').waitFor();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menu').getByText('Ada').waitFor();
  });
});

describe('User actions', () => {
  detail('Force re-authentication has the same name in row, menu, dialog and panel', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Force re-authentication of Mira Kolb' }).waitFor();
    await openMenu(page, 'Mira Kolb');
    await page.getByRole('menuitem', { name: 'Force re-authentication' }).click();
    const question = page.getByRole('alertdialog', { name: 'Force re-authentication of Mira Kolb' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await openMenu(page, 'Mira Kolb');
    await page.getByRole('menuitem', { name: 'View details' }).click();
    await panelOf(page).getByRole('button', { name: 'Force re-authentication' }).waitFor();
  });

  detail('The panel offers to reset the password once', async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').getByText('Offline').click();
    await panelOf(page).getByText('Set by the user').waitFor();
    expect(await panelOf(page).getByRole('button', { name: 'Reset password' }).count()).toBe(1);
  });

  detail("A password is reset from the row menu and from the panel, but not one's own", async () => {
    const portal = await withPeople();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').hover();
    await openMenu(page, 'Mira Kolb');
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const question = page.getByRole('dialog', { name: 'Reset password of Mira Kolb' });
    await question.getByRole('button', { name: 'Reset password' }).click();
    const result = page.getByRole('dialog', { name: 'Password reset' });
    await result.getByText(/^(\w{4}-){3}\w{4}$/).waitFor();
    await result.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Mira Kolb').getByText('Offline').click();
    await panelOf(page).getByRole('button', { name: 'Reset password' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    // Admins change their own password in Settings.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'admin', exact: true }).click();
    await panelOf(page).getByRole('button', { name: 'Edit' }).waitFor();
    expect(await panelOf(page).getByRole('button', { name: 'Reset password' }).count()).toBe(0);
  });
});
