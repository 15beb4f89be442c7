import type { Page } from 'playwright-core';
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
  signInAsAdmin,
  solveCaptcha,
  untilFocused,
  visitor,
} from '../support/browser.ts';
import { crowd } from '../support/crowd.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';

const MIRA = { username: 'mira', password: PASSWORD };
const CONTACT = 'help@portal.example';

async function setContact({ app }: Portal): Promise<void> {
  await app.db.insertInto('settings').values({ name: 'supportContact', value: CONTACT }).execute();
  await app.settings.load();
}

describe('A user', () => {
  test('A user signs in through the captcha and lands on the account page', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' });
    const page = await visitor(portal);
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'User Portal' }).waitFor();
    await page.getByText('User Authentication').waitFor();
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/user/email-entry');
    await seeToast(page, 'Logged in successfully');
    await page.getByText('Mira Okafor').first().waitFor();
    await page.getByText('mira@example.com').first().waitFor();
    expect(await page.getByRole('link', { name: /admin/i }).count()).toBe(0);

    await page.goto('/auth');
    await page.waitForURL('/user/email-entry');
    await page.goto('/admin/login');
    await page.waitForURL('/user/email-entry');
  });

  detail('A user signs in with the keyboard alone', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/auth');
    await page.getByLabel('Username').focus();
    await page.keyboard.type('mira');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('Verified').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('/user/email-entry');
  });

  detail('The sign-in form says what is missing and keeps what was typed', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await page.goto('/auth');
    const button = page.getByRole('button', { name: 'Sign In', exact: true });
    await button.click();
    await seeToast(page, 'Please enter both username and password');
    await untilFocused(page.getByLabel('Username'));
    await page.getByLabel('Username').fill('mira');
    await button.click();
    expect(
      await page.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('a guess');
    await button.click();
    await seeToast(page, 'Please complete the captcha verification');
    await solveCaptcha(page);
    await button.click();
    await seeToast(page, 'Login failed', 'Invalid username or password');
    // It also stays in the form.
    const alert = page.getByRole('tabpanel', { name: 'Login' }).getByRole('alert');
    await alert.getByText('Invalid username or password').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('mira');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a guess');
    // A captcha solution works once, so a new one is needed.
    await page.getByRole('checkbox', { checked: false }).waitFor();
    await createAccount(portal.app);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await solveCaptcha(page);
    await button.click();
    await page.waitForURL('/user/email-entry');
  });

  detail('A user who signs in while the server is busy gets in later with the same captcha', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal, {}, /status of 503/);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    const busyServer = crowd(portal.app);
    const answeredBusy = page.waitForResponse((answer) => answer.status() === 503);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await answeredBusy;
    await page.getByRole('button', { name: 'Signing in...' }).waitFor();
    await busyServer.leave();
    await page.waitForURL('/user/email-entry');
  });

  detail('A slow captcha says that it takes a while', async () => {
    const portal = await openPortal();
    const page = await visitor(portal, { viewport: { width: 320, height: 700 } });
    await page.clock.install();
    await page.goto('/auth');
    // The captcha never finishes: its challenge does not arrive.
    await page.route('**/api/captcha/challenge*', () => {});
    await page.getByRole('checkbox').click();
    await page.getByRole('status').getByText('Verifying...').waitFor();
    await page.clock.runFor(4_000);
    await page.getByRole('status').getByText('Still verifying, this can take a minute').waitFor();
    await expectAccessible(page, 'the sign-in page with a slow captcha');
  });

  detail('A suspended user reads so, with the support contact if one is set', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { status: 'suspended' });
    const page = await visitor(portal);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await seeToast(page, 'Login failed', 'Your account is suspended. Please contact the support team.');
    const form = page.getByRole('tabpanel', { name: 'Login' });
    await form.getByText('Your account is suspended. Please contact the support team.').waitFor();
    expect(await form.getByRole('link', { name: CONTACT }).count()).toBe(0);
    await setContact(portal);
    await page.reload();
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await form.getByRole('link', { name: CONTACT }).waitFor();
  });

  detail('The password help explains how to get a new one and names the support contact', async () => {
    const portal = await openPortal();
    await setContact(portal);
    const page = await visitor(portal);
    await page.goto('/auth');
    const contact = page.getByRole('tabpanel', { name: 'Login' }).getByRole('link', { name: CONTACT });
    expect(await contact.isVisible()).toBe(false);
    await page.getByText('Forgot your password?').click();
    await page.getByText(/The support team can give you a temporary password/).waitFor();
    expect(await contact.getAttribute('href')).toBe(`mailto:${CONTACT}`);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('tabpanel', { name: 'Register' }).getByRole('link', { name: CONTACT }).waitFor();
    await page.goto('/admin/login');
    await page.getByText('Forgot your password?').click();
    await page.getByText(/npm run admin/).waitFor();
  });

  detail('The captcha starts with the first field, and again after a failed sign-in', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    const challenge = () => page.waitForResponse('**/api/captcha/challenge*');
    await page.goto('/auth');
    const first = challenge();
    await page.getByLabel('Username').focus();
    await first;
    await fillSignIn(page, { username: 'mira', password: 'a guess' });
    const second = challenge();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await seeToast(page, 'Login failed');
    await second;
  });

  detail('The Register tab says how to get an account', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page
      .getByRole('tabpanel')
      .getByText(/support team/i)
      .first()
      .waitFor();
    expect(await page.getByRole('tabpanel').getByRole('textbox').count()).toBe(0);
  });

  detail('The Register tab names the support contact, which a button copies', async () => {
    const portal = await openPortal();
    await setContact(portal);
    const page = await visitor(portal, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Register' });
    await panel.getByRole('link', { name: CONTACT }).waitFor();
    await panel.getByRole('button', { name: 'Copy support contact' }).click();
    await panel.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CONTACT);
  });

  detail('A user with a temporary password must choose a new one first', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { passwordState: 'temporary', temporaryPassword: PASSWORD });
    const page = await visitor(portal);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByLabel('New password', { exact: true }).waitFor();
    await page.goto('/profile/complete-info');
    await page.getByLabel('New password', { exact: true }).fill('my own long password');
    // They typed it a moment ago, at the sign-in.
    expect(await page.getByLabel('Current password', { exact: true }).count()).toBe(0);
    await page.getByLabel('Confirm new password', { exact: true }).fill('another password');
    await page.keyboard.press('Enter');
    await page.getByText("Passwords don't match").waitFor();
    await page.getByLabel('Confirm new password', { exact: true }).fill('my own long password');
    await page.keyboard.press('Enter');
    await page.getByText('support team', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await page.waitForURL('/user/email-entry');
  });

  detail('A user changes the password on the account page', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/user/email-entry');
    await page.getByRole('button', { name: 'Change password' }).first().click();
    await page.getByLabel('Current password', { exact: true }).fill('not it');
    await page.getByLabel('New password', { exact: true }).fill('my own long password');
    await page.getByLabel('Confirm new password', { exact: true }).fill('my own long password');
    await page.keyboard.press('Enter');
    await seeToast(page, 'Password Change Failed', 'Current password is not correct');
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await seeToast(page, 'Password Changed');
  });

  detail('A user whose session was ended elsewhere is asked to sign in again', async () => {
    const portal = await openPortal();
    const user = await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/user/email-entry');
    await portal.app.transact('server', (trx) => portal.app.sessions.endAllOf(trx, [user.id]));
    await portal.app.transact('server', async (trx) => portal.app.sessions.usersChanged(trx, [user.id]));
    await page.waitForURL(/\/auth/);
    await page.getByText('You’ve been signed out. Please sign in again.').first().waitFor();
  });

  detail('A user who signs out lands on the sign-in page', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await signedInPage(portal, MIRA);
    await page.goto('/user/email-entry');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await seeToast(page, 'Logged out successfully');
    await page.waitForURL('/auth');
  });
});

describe('The next address after signing in', () => {
  test('A user lands on the linked page, also after the session was ended', async () => {
    const portal = await openPortal();
    const user = await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/profile/update-details');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Update your details' }).waitFor();
    await portal.app.transact('server', (trx) => portal.app.sessions.endAllOf(trx, [user.id]));
    await portal.app.transact('server', async (trx) => portal.app.sessions.usersChanged(trx, [user.id]));
    await page.waitForURL(/\/auth\?reason=signed-out&next=/);
    await page.getByText('You’ve been signed out. Please sign in again.').first().waitFor();
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/profile/update-details');
  });

  detail('An admin keeps the search of the linked page', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await page.goto('/admin/users?q=mira%20k');
    await page.waitForURL(/\/admin\/login\?next=/);
    await fillSignIn(page, ADMIN);
    await page.getByRole('button', { name: 'Access Admin Panel' }).click();
    await page.waitForURL('/admin/users?q=mira%20k');
    await page.getByRole('heading', { name: 'User Management' }).waitFor();
  });

  detail('A user never lands in the back-office', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto(`/auth?next=${encodeURIComponent('/admin/users')}`);
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/user/email-entry');
  });

  detail.for(['//evil.example', '/\\evil.example', 'https://evil.example', '/%2fevil.example', '/\t/evil.example'])(
    'Signing in never leaves the portal for %j',
    async (next) => {
      const portal = await openPortal();
      const page = await visitor(portal);
      const outside: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(portal.url)) outside.push(request.url());
      });
      await page.goto(`/admin/login?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, ADMIN);
      await page.getByRole('button', { name: 'Access Admin Panel' }).click();
      await page.waitForURL('/admin');
      await page.goto(`/auth?next=${encodeURIComponent(next)}`);
      await page.waitForURL('/user/email-entry');
      expect(outside).toEqual([]);
    },
  );
});

describe('An admin', () => {
  test('An admin signs in, opens nine pages from the sidebar and signs out', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await page.goto('/admin/login');
    await page.getByRole('heading', { name: 'Admin Portal' }).waitFor();
    await signInAsAdmin(page, ADMIN);
    expect(new URL(page.url()).pathname).toBe('/admin');
    await seeToast(page, 'Admin login successful');

    const sidebar = page.getByRole('navigation', { name: 'Admin pages' });
    const pages = [
      ['Dashboard', '/admin', 'Dashboard Overview'],
      ['User Management', '/admin/users', 'User Management'],
      ['Activity Logs', '/admin/activity', 'Activity Logs'],
      ['Guest Activity', '/admin/guest-activity', 'Guest Activity Logs'],
      ['Verified', '/admin/verified', 'Verified'],
      ['Personal Data', '/admin/people', 'Personal Data'],
      ['Notifications', '/admin/notifications', 'Notifications'],
      ['Page Redirects', '/admin/redirects', 'Page Redirects'],
      ['Settings', '/admin/settings', 'Settings'],
    ] as const;
    for (const [label, path, heading] of pages) {
      await sidebar.getByRole('link', { name: label }).click();
      await page.waitForURL(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await sidebar.locator('[aria-current=page]').allInnerTexts()).toEqual([label]);
    }

    await page.getByRole('button', { name: /Account menu/ }).click();
    for (const [label] of pages) await page.getByRole('menuitem', { name: label }).waitFor();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await seeToast(page, 'Logged out successfully');
    await page.waitForURL('/admin/login');
    await page.goto('/admin');
    await seeToast(page, 'Access Denied', 'Admin access required. Redirecting...');
  });

  detail('An admin changes the admin password in Settings', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await signInAsAdmin(page, ADMIN);
    await page.goto('/admin/settings');
    await page.getByRole('heading', { name: 'Change Admin Password' }).waitFor();
    await page.getByText('At least 8 characters (6 with a second factor)').waitFor();
    await page.getByRole('button', { name: /change password/i }).click();
    await page.getByText('Current password is required').waitFor();
    await page.getByText('New password must be at least 6 characters').waitFor();
    await page.getByText('Please confirm your new password').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(ADMIN.password);
    const choose = async (password: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm new password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
    };
    // Six characters are enough only with a second factor, which this account lacks.
    await choose('six6six');
    await page.getByText('needs a second factor').first().waitFor();
    await choose('eight8eight');
    await seeToast(page, 'Password Changed', 'Your admin password has been updated successfully.');
  });

  detail('The sidebar collapses on a desktop and opens over the page on a phone', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await signInAsAdmin(page, ADMIN);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await page.getByText('IP location by DB-IP').waitFor();

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('navigation', { name: 'Admin pages' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.keyboard.press('Escape');
    await untilFocused(page.getByRole('button', { name: 'Open sidebar' }));
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('link', { name: 'User Management' }).click();
    await page.waitForURL('/admin/users');
    await page.getByRole('navigation', { name: 'Admin pages' }).waitFor({ state: 'detached' });
  });
});

describe('A rejected visitor of the back-office', () => {
  /**
   * The page redirects after 1.5 s of its own clock, which advances only here: in small steps, because drawing takes
   * time.
   */
  const openAndRead = async (page: Page, path: string, text: string | RegExp) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(path);
    await until('the text is shown', async () => {
      await page.clock.runFor(10);
      return page.getByText(text).isVisible();
    });
    await page.getByText('Loading admin panel...').waitFor();
    await page.clock.runFor(1_400);
    await seeToast(page, 'Access Denied', 'Admin access required. Redirecting...');
    expect(new URL(page.url()).pathname).toBe(path);
    await page.clock.resume();
  };

  test('A user at the admin sign-in is denied and gets no session', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/admin/login');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Access Admin Panel' }).click();
    await seeToast(page, 'Access Denied', 'Admin privileges required');
    expect(new URL(page.url()).pathname).toBe('/admin/login');
    expect(await portal.app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  detail('A wrong password at the admin sign-in has its own message', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await page.goto('/admin/login');
    await fillSignIn(page, { username: 'admin', password: 'a guess' });
    await page.getByRole('button', { name: 'Access Admin Panel' }).click();
    await seeToast(page, 'Admin login failed', 'Invalid username or password');
  });

  detail('A signed-in user sees their role and leaves the back-office', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/auth');
    await fillSignIn(page, MIRA);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/user/email-entry');
    await openAndRead(page, '/admin/users', /role: user/i);
    // The admin sign-in redirects a user to the account page.
    await page.waitForURL('/user/email-entry');
  });

  detail('An anonymous visitor is redirected to the admin sign-in after 1.5 seconds', async () => {
    const portal = await openPortal();
    const page = await visitor(portal);
    await openAndRead(page, '/admin', 'Loading admin panel...');
    await page.waitForURL('/admin/login');
  });
});
