import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { WITH_KEYS } from '../support/api-key.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, settled, signedInPage, visitor } from '../support/browser.ts';
import { detail, someOf } from '../support/detail.ts';
import { fillPortal } from '../support/filled-portal.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/**
 * Checks accessibility and width on phone and desktop. With `--everything` also the phone's accessibility and the dark
 * theme, the pages of users and the rest of the back-office.
 */
async function examine(page: Page, name: string): Promise<void> {
  await settled(page);
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await settled(page);
    if (size === DESKTOP || inject('everything')) await expectAccessible(page, `${name}, ${size.width} px`);
    await expectToFit(page, name);
  }
  await expectReadableInTheDark(page, name);
}

/** For pages whose layout is the same on phone and desktop. */
async function examineOnce(page: Page, name: string): Promise<void> {
  await settled(page);
  await expectToFit(page, name);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, name);
  await expectToFit(page, name);
  await expectReadableInTheDark(page, name);
  await page.setViewportSize(DESKTOP);
}

/** A theme changes only colours. */
async function expectReadableInTheDark(page: Page, name: string): Promise<void> {
  if (!inject('everything')) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${name}, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Keeps the page from redirecting after 1.5 s, before a busy machine has examined it. */
function stayOnAccessDenied(): void {
  const { setTimeout } = window;
  const longer = (ms?: number) => (ms === 1500 ? 60_000 : ms);
  window.setTimeout = ((work: () => void, ms?: number) => setTimeout(work, longer(ms))) as typeof window.setTimeout;
}

describe('Accessibility in both themes, on phone and desktop', () => {
  test('The pages of an anonymous visitor are accessible', async () => {
    const page = await visitor(await openPortal());
    for (const [path, heading] of [
      ['/', 'Welcome'],
      ['/auth', 'User Portal'],
      ['/admin/login', 'Admin Portal'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).waitFor();
      await examineOnce(page, path);
    }
    await page.goto('/redirect');
    await page.getByText('No verification token provided').waitFor();
    await examineOnce(page, '/redirect');
    await page.goto('/user/closed');
    await page.getByText("There's nothing more to do here.").waitFor();
    await examineOnce(page, '/user/closed');
    await page.goto('/user/my-data');
    await page.getByText('Please confirm your address').waitFor();
    await examineOnce(page, '/user/my-data');
    await page.goto('/user/email-entry');
    await page.getByLabel('Email address*').fill('guest@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Enter the code*').waitFor();
    await examineOnce(page, '/user/verify-code');
    await page.getByLabel('Enter the code*').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await expectAccessible(page, 'the processing overlay');
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Please enter both username and password').waitFor();
    await page.getByText('Forgot your password?').first().click();
    await examineOnce(page, '/auth with errors and a toast');
    await page.getByRole('tab', { name: 'Register' }).click();
    await examineOnce(page, '/auth, Register');
  });

  test('The page for an unknown hostname is accessible', async () => {
    const portal = await openPortal({ PUBLIC_URL: 'http://portal.example' });
    const page = await visitor(portal);
    await page.goto(`${portal.url.replace('localhost', 'evil.localhost')}/auth`);
    await examineOnce(page, 'domain denied');
  });

  detail('The pages of a user are accessible', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { firstName: 'Mira', email: 'mira@example.com' });
    await createAccount(portal.app, { username: 'new', passwordState: 'temporary', temporaryPassword: PASSWORD });
    const page = await signedInPage(portal, { username: 'mira', password: PASSWORD });
    await page.goto('/auth');
    const changePassword = page.getByRole('button', { name: 'Change password' }).first();
    await changePassword.waitFor();
    await examineOnce(page, 'account home');
    await changePassword.click();
    await page.getByLabel('Current password', { exact: true }).waitFor();
    await examineOnce(page, 'change password');
    for (const [path, heading] of [
      ['/profile/update-details', 'Update your details'],
      ['/terms-agreement', 'Terms'],
      ['/security-check', 'Security check'],
      ['/profile/complete-info', /./],
      ['/nothing', '404 Page Not Found'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await examineOnce(page, path);
    }
    const newcomer = await signedInPage(portal, { username: 'new', password: PASSWORD });
    await newcomer.goto('/auth');
    await newcomer.getByLabel('New password', { exact: true }).waitFor();
    await examineOnce(newcomer, 'forced password change');
  });

  test('The pages of an admin are accessible', async () => {
    const portal = await openPortal(WITH_KEYS);
    await fillPortal(portal.app);
    const stranger = await visitor(portal);
    await stranger.addInitScript(stayOnAccessDenied);
    await stranger.goto('/admin');
    await stranger.getByText('Loading admin panel...').waitFor();
    await expectAccessible(stranger, 'access denied');
    const page = await signedInPage(portal, ADMIN);
    const paths = [
      '/users',
      '/guest-activity',
      '/settings',
      '',
      '/activity',
      '/audit',
      '/verified',
      '/people',
      '/notifications',
      '/redirects',
      '/api-keys',
    ];
    for (const path of someOf(paths, 3)) {
      await page.goto(`/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await examine(page, `/admin${path}`);
    }
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'View details of Mira Kolb' }).first().click();
    await page.getByRole('dialog', { name: 'User Information' }).getByText('mira@example.com').first().waitFor();
    await examine(page, 'the details panel');
    await page.goto('/admin');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    await expectAccessible(page, 'the open sidebar');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await expectAccessible(page, 'the account menu');
  });

  detail('Editing a user and a filtered list are accessible', async () => {
    const portal = await openPortal();
    const mira = await createAccount(portal.app, { firstName: 'Mira', lastName: 'Kolb' });
    const page = await signedInPage(portal, ADMIN);
    await page.goto(`/admin/users?user=${mira.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit Mira Kolb' }).waitFor();
    await examine(page, 'editing a user');
    await page.goto('/admin/users?standing=suspended&role=user');
    await page.getByText('No users match these filters.').waitFor();
    await examine(page, 'filters that leave nobody');
    await page.goto('/admin/users?standing=offline&sort=-created');
    await page.getByText('Never signed in').waitFor();
    await examine(page, 'a filtered list');
  });
});

describe('Downloads of a page', () => {
  const downloaded = async (page: Page, path: string) => {
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'document') files.push(new URL(request.url()).pathname);
    });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect([...hosts], 'no other host').toEqual([new URL(page.url()).host]);
    const kB = (kind: string) =>
      files
        .filter((file) => file.endsWith(kind))
        .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`)).length, 0) / 1000;
    return { files, scripts: kB('.js'), styles: kB('.css') };
  };

  test.for(['/auth', '/admin/login'])(
    '%s downloads at most 100 kB of scripts and nothing of the back-office',
    async (path) => {
      const page = await visitor(await openPortal());
      const { files, scripts, styles } = await downloaded(page, path);
      expect(scripts).toBeLessThanOrEqual(100);
      expect(styles).toBeLessThanOrEqual(10.6);
      expect(files.filter((file) => /admin-area|dashboard|settings|account-area|query/.test(file))).toEqual([]);
    },
  );

  test('A guest page downloads at most 93.5 kB of scripts', async () => {
    const page = await visitor(await openPortal());
    const { scripts, styles } = await downloaded(page, '/user/email-entry');
    expect(scripts).toBeLessThanOrEqual(93.5);
    expect(styles).toBeLessThanOrEqual(10.6);
  });
});
