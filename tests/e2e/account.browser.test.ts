import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  fillSignIn,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const MIRA = { username: 'mira', password: PASSWORD };

async function sendMira(
  portal: Portal,
  userId: string,
  destination: string,
  persistent = false,
  reason: string | null = null,
): Promise<void> {
  const { app } = portal;
  const client = await signedIn(app, ADMIN);
  const session = await app.sessions.find(client.cookies.get(app.http.sessionCookie.name) as string);
  if (session === null) throw new Error('The admin is not signed in.');
  const visitorOfAdmin = { ipAddress: client.ip, location: 'Unknown', device: 'Test', userAgent: '' };
  await app.redirects.redirectUser(
    userId,
    { destination, persistent, reason },
    { ...COMMAND_LINE, userId: session.user.id, visitor: visitorOfAdmin },
  );
}

/** Polls until the page is there: on a busy machine the first answers may predate the redirect. */
const isSentTo = (page: Page, path: string) =>
  until(`the page is ${path}`, async () => {
    await page.clock.runFor(5_000);
    return new URL(page.url()).pathname === path;
  });

describe('A redirected user', () => {
  const arrive = async () => {
    const portal = await openPortal();
    const user = await createAccount(portal.app, { email: 'mira@example.com' });
    const page = await signedInPage(portal, MIRA);
    await page.clock.install();
    await page.goto('/user/email-entry');
    await page.getByRole('heading', { name: 'mira' }).waitFor();
    const send = async (destination: string, heading: string | null) => {
      await sendMira(portal, user.id, destination);
      await page.clock.runFor(5_000);
      await page.waitForURL((url) => url.pathname === destination || heading === null);
      if (heading !== null) await page.getByRole('heading', { name: heading }).waitFor();
    };
    return { portal, user, page, send };
  };

  test('A redirected user completes details, accepts terms, confirms the password and signs in again', async () => {
    const { portal, page, send } = await arrive();
    await send('/profile/update-details', 'Update your details');
    await page.getByLabel('First name').fill('Mira');
    await page.getByLabel('Last name').fill('Kolb');
    await page.getByLabel('Phone').fill('call me');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Please enter a phone number, such as +44 20 7946 0000').waitFor();
    await page.getByLabel('Phone').fill('+44 20 7946 0000');
    await page.getByLabel('Date of birth').fill('1990-05-01');
    await page.getByLabel('About you').fill('Two\nlines');
    await page.getByLabel('Address').fill('1 High Street');
    await page.getByLabel('City').fill('London');
    await page.getByLabel('Country').fill('United Kingdom');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText(/Profile complete since/).waitFor();
    const profile = await portal.app.db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ phone: '+44 20 7946 0000', bio: 'Two\nlines', date_of_birth: '1990-05-01' });

    await send('/terms-agreement', 'Terms');
    await page.getByText('By using this portal you agree to the following.').waitFor();
    await page.getByRole('button', { name: 'Accept terms' }).click();
    await page.getByText(/You accepted these terms on/).waitFor();
    expect(await portal.app.db.selectFrom('terms_acceptances').selectAll().execute()).toHaveLength(1);

    await send('/security-check', 'Security check');
    await page.getByLabel('Password', { exact: true }).fill('not it at all');
    await page.keyboard.press('Enter');
    await page.getByText('This password is not correct. Please try again.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Confirm password' }).waitFor({ state: 'detached' });

    await send('/profile/complete-info', 'Complete your profile');
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await page.getByRole('heading', { name: 'Mira Kolb' }).waitFor();

    await send('/auth/re-login', null);
    await page.waitForURL(/\/auth\?reason=re-login/);
    await page.getByText('For your security, please sign in again.').waitFor();
    expect(
      await portal.app.db.selectFrom('sessions').select('id').where('user_id', '=', profile.user_id).execute(),
    ).toEqual([]);
  });

  detail('A user held on a page reads who sent them, why and how to leave, and can sign out there', async () => {
    const { portal, user, page } = await arrive();
    await sendMira(portal, user.id, '/profile/complete-info', true, 'Your address is missing');
    await isSentTo(page, '/profile/complete-info');
    const banner = page.getByRole('status').filter({ hasText: 'sent you to this page' });
    await banner.getByText('The support team of Gatehouse sent you to this page.').waitFor();
    await banner.getByText('Their reason: “Your address is missing”').waitFor();
    await banner.getByText('You can leave it when the support team ends this. Until then you can sign out.').waitFor();
    await page.getByText('The support team manages profile completion and will contact you.').waitFor();
    await page.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
    await expectAccessible(page, 'the page of a persistent redirect');
    await page.reload();
    await banner.getByText('Their reason: “Your address is missing”').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/auth');
  });

  detail('A user sent to the Verify Code Page reads why they see their account', async () => {
    const { page, send } = await arrive();
    await send('/user/verify-code', 'mira');
    const banner = page.getByRole('status').filter({ hasText: 'sent you to this page' });
    await banner.getByText(/^Only guests confirm an email address here\. You’re signed in/).waitFor();
    await banner.getByText('You can leave it at any time.').waitFor();
    await page.getByRole('link', { name: 'Update details' }).click();
    await page.getByRole('heading', { name: 'Update your details' }).waitFor();
    expect(await banner.count()).toBe(0);
  });

  detail('A user who has to sign in again reads at the sign-in page who asked and why', async () => {
    const { portal, user, page } = await arrive();
    await sendMira(portal, user.id, '/auth/re-login', false, 'We moved to a new server');
    await page.clock.runFor(5_000);
    await page.waitForURL(/\/auth\?reason=re-login/);
    await seeToast(
      page,
      'Please sign in again',
      'The support team of Gatehouse asked you to. Their reason: “We moved to a new server”',
    );
  });

  detail('A persistent redirect applies in every session until its task is done', async () => {
    const { portal, user, page } = await arrive();
    await sendMira(portal, user.id, '/terms-agreement', true);
    await isSentTo(page, '/terms-agreement');
    const elsewhere = await signedInPage(portal, MIRA);
    await elsewhere.goto('/user/email-entry');
    await elsewhere.waitForURL('/terms-agreement');

    // The terms are accepted, so both pages continue.
    await page.getByRole('button', { name: 'Accept terms' }).click();
    await isSentTo(page, '/user/email-entry');
    await seeToast(page, 'You can go on');
    await elsewhere.waitForURL('/user/email-entry');

    // A second redirect applies although these terms were accepted before.
    await sendMira(portal, user.id, '/terms-agreement', true);
    await isSentTo(page, '/terms-agreement');
    await page.getByRole('button', { name: 'Accept terms' }).click();
    await isSentTo(page, '/user/email-entry');
  });

  detail('A one-time redirect to the current page changes nothing', async () => {
    const { portal, user, page } = await arrive();
    await page.goto('/terms-agreement');
    await page.getByRole('button', { name: 'Accept terms' }).waitFor();
    await sendMira(portal, user.id, '/terms-agreement');
    await until('the redirect was delivered', async () => {
      await page.clock.runFor(5_000);
      return (await portal.app.db.selectFrom('redirects').selectAll().execute()).length === 0;
    });
    await page.clock.runFor(30_000);
    expect(new URL(page.url()).pathname).toBe('/terms-agreement');
  });
});

describe('The form of a redirect', () => {
  detail('The form shows what the user will read, and warns of a page that holds them', async () => {
    const portal = await openPortal();
    const { id } = await createAccount(portal.app, { firstName: 'Mira', lastName: 'Kolb' });
    const page = await signedInPage(portal, ADMIN);
    await page.goto(`/admin/redirects?user=${id}`);
    const preview = page.getByRole('region', { name: 'What the user sees' });
    await page.getByLabel('Destination', { exact: true }).selectOption('Verify Code Page');
    await preview.getByText(/^Their account home\./).waitFor();
    await preview.getByText(/^Only guests confirm an email address here\./).waitFor();
    await page.getByLabel('Reason').fill('Please read this');
    await preview.getByText('Their reason: “Please read this”').waitFor();

    await page.getByLabel('Destination', { exact: true }).selectOption('Complete Profile Info');
    const warning = page.getByRole('status').filter({ hasText: 'they stay on it until you remove the redirect' });
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Persistent').check();
    await warning.waitFor();
    await expectAccessible(page, 'the form of a redirect with a warning');
    await page.getByLabel('Destination', { exact: true }).selectOption('Terms Agreement');
    await preview.getByText('You can leave it after you accept the terms, or sign out.').waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByRole('button', { name: 'Create redirect' }).click();
    await seeToast(page, 'Success', 'Redirect created successfully');
    const row = await portal.app.db.selectFrom('redirects').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: id, reason: 'Please read this', is_persistent: 1 });
  });
});

describe('A redirected admin', () => {
  const selfOf = async (portal: Portal) => {
    const { id } = await portal.app.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', ADMIN.username)
      .executeTakeFirstOrThrow();
    return id;
  };

  detail('A persistently redirected admin sees a notice in the back-office and can remove it there', async () => {
    const portal = await openPortal();
    const page = await signedInPage(portal, ADMIN);
    await sendMira(portal, await selfOf(portal), '/terms-agreement', true);
    await page.goto('/admin/redirects');
    const notice = page.getByRole('status').filter({ hasText: 'An admin asks you to open a page: Terms Agreement' });
    await notice.waitFor();
    await expectAccessible(page, 'the notice of a redirect');
    await notice.getByRole('button', { name: 'Later' }).click();
    await notice.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /Remove redirect of/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await seeToast(page, 'Redirect removed successfully');
    expect(new URL(page.url()).pathname).toBe('/admin/redirects');
  });

  detail('A redirected admin is held to the page outside the back-office until the terms are accepted', async () => {
    const portal = await openPortal();
    const page = await signedInPage(portal, ADMIN);
    await sendMira(portal, await selfOf(portal), '/terms-agreement', true);
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL('/terms-agreement');
    await page.goto('/user/email-entry');
    await page.waitForURL('/terms-agreement');
    await page.getByRole('button', { name: 'Accept terms' }).click();
    await page.waitForURL('/user/email-entry');
    expect(await portal.app.db.selectFrom('redirects').selectAll().execute()).toEqual([]);
  });
});

detail.for(['/profile/update-details', '/terms-agreement', '/security-check', '/auth/re-login'])(
  'An anonymous visitor sees the sign-in page at %s',
  async (path) => {
    const page = await visitor(await openPortal());
    await page.goto(path);
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  },
);

describe('Registration', () => {
  const fill = async (page: Page) => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    const form = page.getByRole('tabpanel', { name: 'Register' });
    await form.getByLabel('Username').fill('nina');
    await form.getByLabel('Email address').fill('nina@example.com');
    await form.getByLabel('First name').fill('Nina');
    await form.getByLabel('Last name').fill('Berg');
    await form.getByLabel('Password', { exact: true }).fill('a password of mine');
    return form;
  };

  test('The emailed link verifies only after a click, in the browser that registered', async () => {
    const smtp = await TestSmtp.start();
    const portal = await openPortal({ SELF_REGISTRATION: 'true', SMTP_URL: smtp.url });
    const page = await visitor(portal);
    const form = await fill(page);
    await form.getByRole('checkbox', { name: "I'm not a robot" }).click();
    await form.getByText('Verified').waitFor();
    await form.getByRole('button', { name: 'Create account' }).click();
    await seeToast(page, 'Registration Successful', 'Please check your email to verify your account.');
    await page.getByRole('heading', { name: 'Verify your email' }).waitFor();
    await page.getByText('nina@example.com').first().waitFor();
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await page.getByText('Please enter the verification code').first().waitFor();

    const { text } = await smtp.mail(1);
    const link = /http:\S+#token=\S+/.exec(text)?.[0] as string;
    const scanner = await visitor(portal);
    await scanner.goto(link);
    await scanner.getByRole('button', { name: 'Verify Email' }).waitFor();
    expect(scanner.url()).not.toContain('token');
    expect(await portal.app.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    // Another browser reads where the code works, and does not use it up.
    await scanner.getByRole('button', { name: 'Verify Email' }).click();
    await seeToast(scanner, 'Verification Failed');
    await scanner.getByText('This code only works in the browser where you registered.').first().waitFor();

    await page.getByLabel('Verification code').fill('aaaa-bbbb-cccc-dddd');
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await seeToast(page, 'Verification Failed');
    await page.goto(link);
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await seeToast(page, 'Email verified successfully! You can now log in.');
    await page.goto('/auth');
    await fillSignIn(page, { username: 'nina', password: 'a password of mine' });
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Nina Berg' }).waitFor();
  });

  detail('Without self-registration the Register tab is only a note', async () => {
    const page = await visitor(await openPortal());
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByText('Accounts are created by the support team').waitFor();
    expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0);
  });
});
