import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../contract/users/users.rules.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  fillSignIn,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  signInAsAdmin,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';

type StaffRole = Exclude<Role, 'user'>;

const LABELS = {
  '/admin': 'Dashboard',
  '/admin/users': 'User Management',
  '/admin/activity': 'Activity Logs',
  '/admin/audit': 'Audit',
  '/admin/guest-activity': 'Guest Activity',
  '/admin/verified': 'Verified',
  '/admin/people': 'Personal Data',
  '/admin/notifications': 'Notifications',
  '/admin/redirects': 'Page Redirects',
  '/admin/settings': 'Settings',
} as const;
type Path = keyof typeof LABELS;
const PATHS = Object.keys(LABELS) as Path[];

const SEEN: Record<StaffRole, readonly Path[]> = {
  helper: ['/admin/guest-activity', '/admin/notifications', '/admin/redirects'],
  manager: ['/admin', '/admin/users', '/admin/notifications', '/admin/redirects'],
  auditor: PATHS.filter((path) => path !== '/admin/people'),
  admin: PATHS,
};
const STAFF = Object.keys(SEEN) as StaffRole[];

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const DENIED = "Your role doesn't include this page";

/** One of everything: an account of each role, a guest, a redirect of a user and one of a guest. */
async function withEverything(roles: readonly Role[] = ROLES): Promise<Portal> {
  const portal = await openPortal();
  const { app } = portal;
  for (const role of roles)
    await createAccount(app, { username: `the-${role}`, firstName: 'The', lastName: role, role });
  const mira = await createAccount(app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
  await app.client({ ip: '203.0.113.9' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/redirects', {
    userId: mira.id,
    destinationPath: '/terms-agreement',
    isPersistent: true,
  });
  await admin.post('/api/admin/redirects', {
    guestIp: '203.0.113.8',
    isGuestRedirect: true,
    destinationPath: '/user/verify-code',
    isPersistent: true,
  });
  await app.notifications.settle();
  return portal;
}

/** A page of staff with this role, and the requests that the server denied it. */
async function pageOf(portal: Portal, role: StaffRole, viewport = SIZES.wide) {
  const page = await signedInPage(portal, { username: `the-${role}`, password: PASSWORD }, { viewport });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  return { page, refused };
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin pages' });
const labels = (paths: readonly Path[]) => paths.map((path) => LABELS[path]);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Waits for the content that each page shows when it has loaded. */
async function settle(page: Page, path: Path) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const first = {
    '/admin': page.getByText('Total Users'),
    '/admin/users': page.getByText('Mira Kolb'),
    '/admin/activity': page.getByText(/Mira Kolb/),
    '/admin/audit': page.getByText(/Mira Kolb/),
    '/admin/guest-activity': page.getByText('203.0.113.9'),
    '/admin/verified': page.getByText(/No verified addresses/i),
    '/admin/people': page.getByText('There are no holds.'),
    '/admin/notifications': page.getByRole('heading', { name: 'Recent Activity' }),
    '/admin/redirects': page.getByText('Active Redirects'),
    '/admin/settings': page.getByRole('heading', { name: 'Exit URL' }),
  }[path];
  await first.first().waitFor();
}

/** A helper has no dashboard, and gets the guests instead. */
const homeOf = (role: StaffRole, path: Path): Path =>
  role === 'helper' && path === '/admin' ? '/admin/guest-activity' : path;

describe.each(['wide', 'phone'] as const)('The pages of a role, %s', (size) => {
  detail.each(STAFF)('A %s sees exactly the pages of the role', async (role) => {
    const portal = await withEverything([role]);
    const { page, refused } = await pageOf(portal, role, SIZES[size]);
    await page.goto('/admin');
    for (const path of PATHS) {
      // Opens the page as a link inside the app does, without a reload.
      await page.evaluate((address) => history.pushState(null, '', address), path);
      const isSeen = SEEN[role].includes(path) || path === '/admin';
      if (isSeen) await settle(page, homeOf(role, path));
      else await page.getByRole('heading', { name: DENIED }).waitFor();
      // The page before stays until this one has loaded.
      await expect.poll(() => page.getByText(DENIED).count(), { message: path }).toBe(isSeen ? 0 : 1);
      await expectToFit(page, path);
    }
    // No shown page has requested anything that this role may not have.
    expect(refused).toEqual([]);

    await page.goto(role === 'helper' ? '/admin/users' : '/admin');
    if (role === 'helper') {
      await page.getByRole('heading', { name: DENIED }).waitFor();
      await expectAccessible(page, 'a page that the role does not include');
      await page.getByRole('link', { name: 'Back to Guest Activity' }).click();
    }
    await settle(page, homeOf(role, '/admin'));
    if (size === 'phone') await button(page, 'Open sidebar').click();
    await expect.poll(() => sidebar(page).getByRole('link').allTextContents()).toEqual(labels(SEEN[role]));
    if (size === 'phone') await button(page, 'Close sidebar').click();

    await button(page, /^Account menu/).click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    expect(items.filter((item) => Object.values(LABELS).some((label) => label === item))).toEqual(labels(SEEN[role]));
    await page.keyboard.press('Escape');
  });
});

detail('Staff sign in at the admin sign-in, and users cannot', async () => {
  const portal = await withEverything();
  const page = await visitor(portal);
  await signInAsAdmin(page, { username: 'the-manager', password: PASSWORD });
  await button(page, /^Account menu/).click();
  await page.getByRole('menu').getByText('Manager', { exact: true }).waitFor();
  const outside = await visitor(portal);
  await outside.goto('/admin/login');
  await fillSignIn(outside, { username: 'the-user', password: PASSWORD });
  await button(outside, 'Access Admin Panel').click();
  await seeToast(outside, 'Access Denied', 'Admin privileges required');
});

detail('A helper lands on Guest Activity after the sign-in and at /admin, and has no dashboard', async () => {
  const portal = await withEverything();
  const page = await visitor(portal);
  await page.goto('/admin/login');
  await fillSignIn(page, { username: 'the-helper', password: PASSWORD });
  await button(page, 'Access Admin Panel').click();
  await page.waitForURL('**/admin/guest-activity');
  await page.getByRole('heading', { name: 'Guest Activity Logs' }).waitFor();
  await page.goto('/admin');
  await page.waitForURL('**/admin/guest-activity');
  await expect.poll(() => sidebar(page).getByRole('link').allTextContents()).toEqual(labels(SEEN.helper));
  expect(await page.getByText('Total Users').count()).toBe(0);
});

test('A helper prompts and redirects guests and finds nothing of accounts, settings and the log', async () => {
  const portal = await withEverything();
  const { page, refused } = await pageOf(portal, 'helper');
  await page.goto('/admin/guest-activity');
  await settle(page, '/admin/guest-activity');
  await page.getByRole('tab', { name: /^All/ }).click();
  await button(page, /^(?:Prompt|Ask) .*203\.0\.113\.9/)
    .first()
    .waitFor();
  expect(await button(page, /Delete (?:All|Selected)/).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);

  await page.goto('/admin/redirects');
  await settle(page, '/admin/redirects');
  await page.getByText(/^Guest .*\(203\.0\.113\.8\)$/).waitFor();
  await page.getByLabel('Guest IP address').waitFor();
  for (const text of ['Mira Kolb', 'Redirect type', 'Bulk Redirect Operations'])
    expect([text, await page.getByText(text).count()]).toEqual([text, 0]);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('203.0.113.9');
  await palette
    .getByText(/^Guest .*\(203\.0\.113\.9\)$/)
    .first()
    .waitFor();
  await palette.getByRole('combobox').fill('mira');
  await palette.getByText(/Nothing found/).waitFor();
  for (const name of ['add user', 'import', 'security check', 'exit url', 'bulk', 'dashboard'])
    await palette
      .getByRole('combobox')
      .fill(name)
      .then(() => palette.getByText(/Nothing found/).waitFor());
  expect(refused).toEqual([]);
});

detail('A manager changes users, and sees staff without being able to change them', async () => {
  const portal = await withEverything();
  const { page, refused } = await pageOf(portal, 'manager');
  await page.goto('/admin/users');
  await settle(page, '/admin/users');
  for (const name of ['Mira Kolb', 'The user'])
    expect([name, await page.getByRole('checkbox', { name: `Select ${name}` }).count()]).toEqual([name, 1]);
  for (const role of STAFF)
    expect([role, await page.getByRole('checkbox', { name: `Select The ${role}` }).count()]).toEqual([role, 0]);
  await page.getByRole('checkbox', { name: 'Select all users' }).check();
  await page.getByText('2 users selected', { exact: true }).waitFor();
  await button(page, 'Clear').click();
  const menuOf = async (name: string) => {
    await button(page, `Actions for ${name}`).click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    return items;
  };
  for (const name of ['The admin', 'The helper', 'The manager']) expect(await menuOf(name)).toEqual(['View details']);
  expect(await menuOf('Mira Kolb')).toContain('Reset password');

  await page.getByRole('link', { name: 'The admin', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'User Information' });
  await panel.getByText('Live sessions').waitFor();
  await panel.getByText('the-admin', { exact: true }).last().waitFor();
  expect(await panel.getByRole('button', { name: /Edit|Reset|Suspend|Force|Delete|Change role|^End/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Mira Kolb', exact: true }).click();
  await panel.getByRole('button', { name: 'Delete user' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Change role' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await button(page, 'Add User').click();
  const roles = page.getByRole('combobox', { name: 'Role' }).locator('option');
  await expect.poll(() => roles.allTextContents()).toEqual(['User']);
  await page.keyboard.press('Escape');

  await page.goto('/admin/redirects');
  await settle(page, '/admin/redirects');
  await page.getByText('Mira Kolb').first().waitFor();
  for (const text of ['(203.0.113.8)', 'Redirect type'])
    expect([text, await page.getByText(text).count()]).toEqual([text, 0]);
  await page.getByText('Bulk Redirect Operations').waitFor();
  expect(refused).toEqual([]);
});

/** Everything that changes something; an auditor's own password and notifications are the exceptions. */
const CHANGING =
  /^(?:Add|Import|Suspend\b|Activate|Force|Reset password|Edit|Delete|Remove|Save(?!d views)|Prompt|Ask|To |Move|Exit|Lead|Resend|Mail|Create redirect|Apply|End|Change role|Send|Confirm|Withdraw|Dismiss|Assign|Take over|Stop|Show password)/;

detail('An auditor sees everything and finds nothing that changes anything', async () => {
  const portal = await withEverything();
  const { page, refused } = await pageOf(portal, 'auditor');
  const expectNothing = async (where: string) => {
    const names = await page
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
    expect([where, names.filter((name) => CHANGING.test(name.trim()))]).toEqual([where, []]);
    expect([where, await page.getByRole('checkbox', { name: /^Select/ }).count()]).toEqual([where, 0]);
  };
  await page.goto('/admin');
  for (const path of SEEN.auditor) {
    await page.evaluate((address) => history.pushState(null, '', address), path);
    await settle(page, path);
    await expectNothing(path);
  }
  const { id } = await portal.app.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'mira')
    .executeTakeFirstOrThrow();
  await page.goto(`/admin/users?user=${id}`);
  await page.getByRole('dialog', { name: 'User Information' }).getByText('Live sessions').waitFor();
  await expectNothing('a user');
  await page.goto('/admin/guest-activity?view=all');
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Guest' }).getByText('Right now').waitFor();
  await expectNothing('a guest');
  // A notification is marked as read for the auditor alone.
  await page.goto('/admin/notifications');
  const readers = async () =>
    (
      await portal.app.db
        .selectFrom('notification_reads')
        .innerJoin('users', 'users.id', 'notification_reads.user_id')
        .select('role')
        .execute()
    ).map(({ role }) => role);
  await page
    .getByRole('link', { name: /Page view/ })
    .first()
    .click();
  // The panel may cover the heading already.
  await page.getByRole('heading', { name: 'Guest Activity Logs', includeHidden: true }).waitFor();
  await until('the notification is read', async () => (await readers()).length > 0);
  expect(await readers()).toEqual(['auditor']);
  expect(refused).toEqual([]);
});

detail('An auditor reads the settings as text, without a field that looks editable', async () => {
  const portal = await withEverything();
  const { page } = await pageOf(portal, 'auditor');
  await page.goto('/admin/settings');
  await page.getByText('Your role can view but not change settings.').waitFor();
  await page.getByRole('region', { name: 'Exit URL' }).getByText('https://example.com').waitFor();
  const bot = page.getByRole('region', { name: 'Chat Notifications' });
  await bot.getByText('Not set').first().waitFor();
  // Their own password is the one thing they change here.
  const fields = page.locator('input:not([type=password]):not([hidden]), textarea, select');
  await expect.poll(() => fields.count()).toBe(0);
  expect(await button(page, 'Save Settings').count()).toBe(0);
  await expectAccessible(page, 'settings of an auditor');
  await page.setViewportSize(SIZES.phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectToFit(page, 'settings of an auditor');
  await expectAccessible(page, 'settings of an auditor on a phone, dark');
});

test('An admin gives a role, reads what it allows, and takes it away again', async () => {
  const portal = await withEverything();
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/users?q=mira');
  await page.getByRole('link', { name: 'Mira Kolb', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'User Information' });
  const change = async (role: string, confirm: string, consequence: RegExp) => {
    await panel.getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change role of Mira Kolb' });
    await dialog.getByText('This is their current role.').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(ROLES.length);
    await expectAccessible(page, 'the choice of a role');
    await dialog.getByRole('radio', { name: role }).check();
    await dialog.getByText(consequence).waitFor();
    await dialog.getByRole('button', { name: confirm }).click();
    await seeToast(page, 'Success', 'User role updated successfully');
    const shown = page.getByRole('dialog', { name: 'Role changed' });
    if (role !== 'User') {
      await expectAccessible(page, 'the temporary password of a new member of staff');
      const password = (await shown.locator('code').textContent()) ?? '';
      await signedIn(portal.app, { password });
      await shown.getByRole('button', { name: 'Done' }).click();
    }
    await shown.waitFor({ state: 'detached' });
    await panel.getByText(role, { exact: true }).first().waitFor();
  };
  const roleNow = async () =>
    (await portal.app.db.selectFrom('users').select('role').where('username', '=', 'mira').executeTakeFirstOrThrow())
      .role;
  await change(
    'Auditor',
    'Make auditor',
    /They get a new temporary password\. Their current password, .* stop working, and we email them\.$/,
  );
  expect(await roleNow()).toBe('auditor');
  await change('User', 'Make user', /They lose access to the back-office\./);
  await until('the role is back', async () => (await roleNow()) === 'user');
  await page.keyboard.press('Escape');

  await button(page, 'Add User').click();
  const role = page.getByRole('combobox', { name: 'Role' });
  expect(await role.locator('option').allTextContents()).toEqual(['User', 'Helper', 'Manager', 'Auditor', 'Admin']);
  await role.selectOption('Helper');
  await page.getByText('Sees guests and their log, prompts and redirects them').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/admin/users');
  await button(page, 'Helpers').click();
  await page.getByRole('link', { name: 'The helper', exact: true }).waitFor();
  await page.getByRole('link', { name: 'The manager', exact: true }).waitFor({ state: 'detached' });
});
