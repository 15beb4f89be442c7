import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  fillSignIn,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  untilFocused,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { insertUsers } from '../support/many-users.ts';
import { TestSmtp } from '../support/smtp.ts';

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** The dialog that asks for confirmation. */
const question = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name });

/** A portal with one user to act on. */
async function withMira(env?: Record<string, string>) {
  const portal = await openPortal(env);
  const mira = await createAccount(portal.app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
  return { portal, mira };
}

async function usersPage(portal: Portal, path = '/admin/users'): Promise<Page> {
  const page = await signedInPage(portal, ADMIN);
  await page.goto(path);
  await page.getByRole('heading', { name: 'User Management', includeHidden: true }).waitFor();
  return page;
}

async function statusOf(portal: Portal, username: string): Promise<string | undefined> {
  const found = await portal.app.db
    .selectFrom('users')
    .select(['status', 'role'])
    .where('username', '=', username)
    .executeTakeFirst();
  return found && `${found.status} ${found.role}`;
}

describe('The user list', () => {
  detail('The search runs on the server, stays in the address and says when nothing matches', async () => {
    const { portal } = await withMira();
    await insertUsers(portal.app, [
      { username: 'ben', firstName: 'Ben', lastName: 'Okoro', email: 'ben@shop.example' },
      { username: 'noname' },
    ]);
    const page = await usersPage(portal);
    for (const name of ['Mira Kolb', 'Ben Okoro', 'noname', 'admin']) await row(page, name).first().waitFor();
    const search = page.getByLabel('Search users');
    await search.fill('SHOP.EX');
    await row(page, 'Mira Kolb').waitFor({ state: 'detached' });
    await row(page, 'Ben Okoro').waitFor();
    await page.waitForURL(/[?&]q=SHOP\.EX/);
    await page.reload();
    await row(page, 'Ben Okoro').waitFor();
    expect(await search.inputValue()).toBe('SHOP.EX');
    await search.fill('nobody at all');
    await page.getByText('No users found').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await row(page, 'Mira Kolb').waitFor();
    // Admins cannot be selected, not even by select-all.
    expect(await page.getByRole('checkbox', { name: 'Select admin' }).count()).toBe(0);
  });

  detail('A list that fails to load says why and can be retried', async () => {
    const { portal } = await withMira();
    const page = await signedInPage(portal, ADMIN);
    let fail = true;
    let asked = 0;
    await page.route('**/api/admin/users?**', (route) => {
      asked += 1;
      return fail
        ? route.fulfill({ status: 403, json: { error: 'not_allowed', message: 'You are not allowed to do this.' } })
        : route.continue();
    });
    await page.goto('/admin/users');
    await page.getByText('Failed to load users').waitFor();
    await page.getByText('You are not allowed to do this.').waitFor();
    expect(asked).toBe(1);
    fail = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Mira Kolb').waitFor();
  });

  detail('The list scrolls through thousands of users with few rows in the page', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      Array.from({ length: 5_000 }, (_, index) => ({ username: `user${String(index).padStart(6, '0')}` })),
    );
    const page = await usersPage(portal);
    await row(page, 'user000000').waitFor();
    // Scrolls to the end repeatedly, as holding the End key does.
    await page.waitForFunction(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.body.textContent.includes('user004999');
    });
    expect(await page.locator('[role=row], tr').count()).toBeLessThan(100);
    await page.getByLabel('Search users').fill('user000042');
    await row(page, 'user000042').waitFor();
  });
});

describe('Row actions', () => {
  test('Suspending and activating a user asks first, and suspending signs the user out at once', async () => {
    const { portal } = await withMira();
    const page = await usersPage(portal);
    const userPage = await signedInPage(portal, { username: 'mira', password: PASSWORD });
    await userPage.goto('/user/email-entry');
    await userPage.getByText('Mira Kolb').first().waitFor();

    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Suspend Mira Kolb' }).click();
    await question(page, 'Suspend Mira Kolb').getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(portal, 'mira')).toBe('active user');
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Suspend Mira Kolb' }).click();
    await question(page, 'Suspend Mira Kolb').getByRole('button', { name: 'Suspend' }).click();
    await seeToast(page, 'Success', 'User status updated successfully');
    await row(page, 'Mira Kolb').getByText('Suspended').waitFor();

    await userPage.waitForURL(/\/auth\?reason=signed-out/);
    await userPage.getByText('You’ve been signed out. Please sign in again.').waitFor();

    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Activate Mira Kolb' }).click();
    await question(page, 'Activate Mira Kolb').getByRole('button', { name: 'Activate' }).click();
    // Active again, but offline until the next sign-in.
    await row(page, 'Mira Kolb').getByText('Offline').waitFor();
    expect(await statusOf(portal, 'mira')).toBe('active user');
  });

  detail('Forced re-authentication shows in the row', async () => {
    const { portal } = await withMira();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Force re-authentication of Mira Kolb' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Force/ })
      .click();
    await row(page, 'Mira Kolb').getByText('Needs Auth').waitFor();
  });

  detail('An action on a deleted user fails with the reason', async () => {
    const { portal, mira } = await withMira();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').waitFor();
    await portal.app.db.deleteFrom('users').where('id', '=', mira.id).execute();
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('button', { name: 'Suspend Mira Kolb' }).click();
    await question(page, 'Suspend Mira Kolb').getByRole('button', { name: 'Suspend' }).click();
    await seeToast(page, 'Error', 'This user no longer exists.');
  });

  detail('Redirect leads to the redirects page with the user chosen', async () => {
    const { portal, mira } = await withMira();
    const page = await usersPage(portal);
    await row(page, 'Mira Kolb').hover();
    await page.getByRole('link', { name: 'Redirect Mira Kolb' }).click();
    await page.waitForURL(`/admin/redirects?user=${mira.id}`);
  });
});

describe('Bulk actions', () => {
  const choose = async (page: Page, action: string) => {
    await page.getByLabel('Bulk action').selectOption(action);
    await page.getByRole('button', { name: 'Apply' }).click();
  };

  detail('Every bulk action asks first and changes only the selected users', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      ['u1', 'u2', 'u3', 'u4', 'u5'].map((username) => ({ username })),
    );
    const page = await usersPage(portal);
    for (const [action, names, expected] of [
      ['Suspend', ['u1', 'u3'], 'suspended user'],
      ['Activate', ['u1', 'u3'], 'active user'],
      ['Force re-authentication', ['u1', 'u3'], 'needs_auth user'],
      ['Activate', ['u1', 'u3'], 'active user'],
      ['Make user', ['u1', 'u3'], 'active user'],
      ['Make admin', ['u4', 'u5'], 'active admin'],
      ['Delete', ['u1', 'u3'], undefined],
    ] as const) {
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByText('2 users selected').first().waitFor();
      expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
      await choose(page, action);
      const asked = page.getByRole('alertdialog', { name: /2 users/ });
      await asked.getByText(/This action cannot be undone\.$/).waitFor();
      await asked.getByRole('button').last().click();
      await seeToast(page, 'Bulk Operation Complete', 'Successfully updated 2 users');
      await page.getByText('2 users selected').first().waitFor({ state: 'detached' });
      for (const name of names) expect([action, await statusOf(portal, name)]).toEqual([action, expected]);
      expect(await statusOf(portal, 'u2')).toBe('active user');
    }
  });

  test('A bulk action on all matches runs on the server, and a rejected one keeps the selection', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      Array.from({ length: 1_500 }, (_, index) => ({ username: `user${String(index).padStart(4, '0')}` })),
    );
    await insertUsers(portal.app, [{ username: 'bystander' }]);
    const page = await usersPage(portal, '/admin/users?q=user');
    await row(page, 'user0000').waitFor();
    await page.getByRole('checkbox', { name: 'Select all users' }).check();
    await page.getByRole('button', { name: 'Select all 1,500 that match' }).click();
    await page.getByText('1,500 users selected').first().waitFor();
    await page.route('**/bulk-jobs', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { error: 'bulk_running', message: 'The server is busy right now.' } })
        : route.fallback(),
    );
    await choose(page, 'Suspend');
    const asked = page.getByRole('alertdialog', { name: 'Suspend 1,500 users' });
    await asked
      .getByText(/^Their sessions end at once, and they can't sign in\. .*This action cannot be undone\.$/)
      .waitFor();
    await asked.getByRole('button', { name: 'Suspend 1,500 users' }).click();
    await seeToast(page, 'Bulk Operation Failed', 'The server is busy right now.');
    await page.unroute('**/bulk-jobs');
    await page.getByText('1,500 users selected').first().waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await asked.getByRole('button').last().click();
    await seeToast(page, 'Bulk Operation Complete', 'Successfully updated 1,500 users');
    const { count } = await portal.app.db
      .selectFrom('users')
      .select((users) => users.fn.countAll<number>().as('count'))
      .where('status', '=', 'suspended')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1_500);
    expect(await statusOf(portal, 'bystander')).toBe('active user');
    // Any visible row: looking for the bar while it slides in may have scrolled the page.
    await row(page, 'user00').first().getByText('Suspended').waitFor();
  });

  detail('Every admin sees a running bulk job and can stop it; dismissing hides it for one admin', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      Array.from({ length: 20_000 }, (_, index) => ({ username: `user${String(index).padStart(5, '0')}` })),
    );
    await createAccount(portal.app, { username: 'ben', role: 'admin' });
    const ben = await signedInPage(portal, { username: 'ben', password: PASSWORD });
    await ben.goto('/admin/users');
    await row(ben, 'user00000').waitFor();
    const page = await usersPage(portal, '/admin/users?q=user');
    await page.getByRole('checkbox', { name: 'Select all users' }).check();
    await page.getByRole('button', { name: /Select all .*that match/ }).click();
    await choose(page, 'Suspend');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    const running = /Suspending users: [\d,]+ of 20,000 · started by admin/;
    for (const each of [page, ben]) await each.getByText(running).waitFor();
    await ben.getByRole('button', { name: 'Stop' }).click();
    const stopped = /Suspending users: stopped by ben after [\d,]+ of 20,000 · started by admin/;
    for (const each of [page, ben]) await each.getByText(stopped).waitFor();
    await page.reload();
    await page.getByText(stopped).waitFor();
    await expectAccessible(page, 'a bulk operation that was stopped');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText(stopped).waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'user00000').waitFor();
    expect(await page.getByText(stopped).count()).toBe(0);
    await ben.getByText(stopped).waitFor();
  });

  detail('The bulk bar follows the ticked box in the tab order', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      ['u1', 'u2', 'u3'].map((username) => ({ username })),
    );
    const page = await usersPage(portal);
    const box = page.getByRole('checkbox', { name: 'Select u1' });
    await box.focus();
    await page.keyboard.press('Tab');
    const next = page.locator(':focus');
    const afterBox = await next.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent);
    await box.focus();
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Selected users' }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page.getByLabel('Bulk action'));
    await page.keyboard.press('Shift+Tab');
    await untilFocused(box);
    await page.keyboard.press('Tab');
    await page.getByLabel('Bulk action').selectOption('Suspend');
    for (const name of ['Apply', 'Clear']) {
      await page.keyboard.press('Tab');
      expect(await next.textContent()).toBe(name);
    }
    await page.keyboard.press('Tab');
    expect(await next.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent)).toBe(afterBox);
  });
});

describe('Passwords', () => {
  test('A new user signs in with the temporary password and chooses another, which an admin resets', async () => {
    const smtp = await TestSmtp.start();
    const portal = await openPortal({ SMTP_URL: smtp.url });
    await createAccount(portal.app, { username: 'taken' });
    const page = await usersPage(portal);
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = dialog(page, 'Add user');
    await form.getByLabel('Username').fill('taken');
    await form.getByLabel('Email', { exact: true }).fill('nina@example.com');
    await form.getByLabel('First name').fill('Nina');
    await form.getByLabel('Last name').fill('Berg');
    await form.getByRole('checkbox', { name: /mail/ }).check();
    await page.keyboard.press('Enter');
    await form.getByText('This username is taken. Please choose another one.').waitFor();
    expect(await form.getByLabel('First name').inputValue()).toBe('Nina');
    await form.getByLabel('Username').fill('nina');
    await page.keyboard.press('Enter');
    const created = dialog(page, 'Account created');
    const password = (await created.getByText(/^(\w{4}-){3}\w{4}$/).textContent()) as string;
    await created.getByRole('button', { name: 'Done' }).click();
    expect((await smtp.mail(1)).text).toContain(password);

    await row(page, 'Nina Berg').click();
    const panel = dialog(page, 'User Information');
    const show = panel.getByRole('button', { name: 'Show password' });
    // The page has no password until an admin asks for it, and each look is recorded.
    await show.waitFor();
    expect(await page.content()).not.toContain(password);
    let answer: 'late' | 'failed' | 'at once' = 'failed';
    let goOn = () => {};
    await page.route('**/temporary-password', async (route) => {
      if (answer === 'failed')
        return route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Busy right now.' } });
      if (answer === 'late') await new Promise<void>((go) => (goOn = go));
      return route.continue();
    });
    await show.click();
    await panel.getByRole('alert').getByText('Busy right now.').waitFor();
    answer = 'late';
    await show.click();
    await panel.getByText('Loading the password…').waitFor();
    goOn();
    await panel.getByText(password).waitFor();
    await panel.getByRole('button', { name: 'Copy password' }).click();
    await panel.getByText('Copied').waitFor();
    await panel.getByRole('button', { name: 'Hide password' }).click();
    await panel.getByText(password).waitFor({ state: 'detached' });
    answer = 'at once';
    await page.keyboard.press('Enter');
    await panel.getByText(password).waitFor();
    const looks = portal.app.db.selectFrom('activity').select('details').where('details', 'like', '%password shown%');
    expect(await looks.execute()).toHaveLength(2);

    const userPage = await visitor(portal);
    await userPage.goto('/auth');
    await fillSignIn(userPage, { username: 'nina', password });
    await userPage.getByRole('button', { name: 'Sign In', exact: true }).click();
    await userPage.getByLabel('New password', { exact: true }).fill('a password of my own');
    await userPage.getByLabel('Confirm new password', { exact: true }).fill('a password of my own');
    await userPage.keyboard.press('Enter');
    await userPage.getByText('Nina Berg').first().waitFor();

    await page.reload();
    await panel.getByText('Set by the user').waitFor();
    expect(await page.content()).not.toContain(password);
    await panel.getByText('Chrome on Linux').first().waitFor();

    await panel.getByRole('button', { name: 'Reset password' }).click();
    const question = dialog(page, /Reset/);
    await question.getByRole('button', { name: /^Reset/ }).click();
    const renewed = (await page
      .getByText(/^(\w{4}-){3}\w{4}$/)
      .first()
      .textContent()) as string;
    expect(renewed).not.toBe(password);
    await userPage.waitForURL(/\/auth\?reason=signed-out/);
    await userPage.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });
});

detail('An admin ends a session in the details panel with the keyboard alone, and the focus returns', async () => {
  const { portal } = await withMira();
  const userPage = await signedInPage(portal, { username: 'mira', password: PASSWORD });
  await userPage.goto('/user/email-entry');
  const page = await usersPage(portal);
  const opener = page.getByRole('button', { name: 'View details of Mira Kolb' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = dialog(page, 'User Information');
  await panel.getByText('mira@example.com').first().waitFor();
  const end = panel.getByRole('button', { name: /^End session on/ });
  await end.focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: /^End/ }).focus();
  await page.keyboard.press('Enter');
  await panel.getByText('Not signed in anywhere').waitFor();
  await userPage.waitForURL(/\/auth\?reason=signed-out/);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await untilFocused(opener);
});

detail('A temporary password that was used meanwhile is shown as used', async () => {
  const portal = await openPortal();
  const nina = await createAccount(portal.app, {
    username: 'nina',
    passwordState: 'temporary',
    temporaryPassword: PASSWORD,
  });
  const page = await usersPage(portal, `/admin/users?user=${nina.id}`);
  const panel = dialog(page, 'User Information');
  await panel.getByRole('button', { name: 'Show password' }).waitFor();
  await portal.app.db.updateTable('users').set({ temporary_password: null }).where('id', '=', nina.id).execute();
  await panel.getByRole('button', { name: 'Show password' }).click();
  await panel.getByText('Temporary password used, new one not chosen yet').waitFor();
});

detail('An import that would send too many emails says so before it starts', async () => {
  const portal = await openPortal();
  const page = await usersPage(portal);
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-import-')), 'users.csv');
  const lines = Array.from({ length: 51 }, (_, index) => `u${index},u${index}@example.com`);
  writeFileSync(file, ['username,email', ...lines, 'noaddress,'].join('\n'));
  await page.getByRole('button', { name: 'Import' }).click();
  const box = dialog(page, 'Import users');
  await box.locator('input[type=file]').setInputFiles(file);
  await box.getByRole('button', { name: 'Import 52 users' }).waitFor();
  await box.getByRole('checkbox', { name: /mail/ }).check();
  await box.getByText('This file would send 51 passwords by email, and 50 can be sent today.').waitFor();
  expect(await box.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await box.getByRole('checkbox', { name: /mail/ }).uncheck();
  await box.getByRole('button', { name: 'Import 52 users' }).waitFor();
  expect(await statusOf(portal, 'u0')).toBeUndefined();
});

detail('An import shows each bad line before it starts', async () => {
  const { portal } = await withMira();
  const page = await usersPage(portal);
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-import-')), 'users.csv');
  writeFileSync(file, 'username,email,firstName\nnina,nina@example.com,Nina\nbad,nonsense,\nmira,,\nben,,Ben\n');
  await page.getByRole('button', { name: 'Import' }).click();
  const box = dialog(page, 'Import users');
  await box.locator('input[type=file]').setInputFiles(file);
  await box.getByText('Please enter a valid email address').waitFor();
  await box.getByText('This username is taken. Please choose another one.').waitFor();
  expect(await statusOf(portal, 'nina')).toBeUndefined();
  await box.getByRole('button', { name: 'Import 2 users' }).click();
  await page
    .getByText(/2 users/)
    .first()
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await row(page, 'Nina').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^users-.*\.csv$/);
});
