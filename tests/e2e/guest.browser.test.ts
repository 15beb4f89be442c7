import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { visitorAt } from '../../server/visitor/visitor.ts';
import {
  expectAccessible,
  hydrated,
  openPortal,
  type Portal,
  seeToast,
  settled,
  stopTime,
  untilFocused,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { EXIT_URL, exitShown, setExit } from '../support/exit.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'guest@example.com';
const admin = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
/** All browsers of these tests share this address. */
const HERE = '127.0.0.1';

interface GuestPortal extends Portal {
  readonly smtp: TestSmtp;
}

async function openGuestPortal(env: Record<string, string> = {}): Promise<GuestPortal> {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd', ...env });
  return { ...portal, smtp };
}

/** A guest with an empty profile and a clock that the test can advance. */
async function guest(portal: Portal, expected?: RegExp): Promise<Page> {
  const page = await visitor(portal, { viewport: { width: 390, height: 844 } }, expected);
  await page.clock.install();
  return page;
}

async function enterEmail(page: Page, email = EMAIL): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email address*').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/user/verify-code');
  await page.getByText(email).waitFor();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Enter the code*').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
}

/** Waits for the server's answer, then lets the page's fifteen seconds pass. */
async function processed(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
}

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');
/** Grows with every request to this path. */
function requestsTo(page: Page, path: string): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request.method());
  });
  return requests;
}
const stored = (page: Page) => page.evaluate(() => ({ ...sessionStorage }));

describe('A guest', () => {
  test('A guest confirms an email address, starting from an empty profile', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await page.goto('/');
    await page.waitForURL('/user/email-entry');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByLabel('Email address*').fill('nonsense');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Please enter a valid email address').waitFor();

    await enterEmail(page);
    await seeToast(page, 'Code sent', "We've sent a verification code to your email");
    const mail = await portal.smtp.mail();
    await page.getByText('no-reply@localhost').waitFor();
    expect(Object.keys(await stored(page)).sort()).toEqual(['codeSentAt', 'verificationEmail']);

    await page.getByLabel('Enter the code*').fill('123');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Code must be at least 6 characters').waitFor();

    const code = codeIn(mail);
    await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    await processed(page);
    await seeToast(page, 'Success', 'Email verified successfully');
    await page.waitForURL('/user/email-entry');
    expect(await stored(page)).toEqual({});
    const outcome = await portal.app.db.selectFrom('guest_verifications').select(['email', 'outcome']).execute();
    expect(outcome).toEqual([{ email: EMAIL, outcome: 'accepted' }]);
  });

  detail('A guest sees how many tries are left, and needs a new code after three wrong ones', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const code = codeIn(await portal.smtp.mail());
    for (const sentence of [
      'The code is not correct. You have 2 tries left.',
      'The code is not correct. You have 1 try left.',
      'Too many wrong codes. Please request a new one.',
    ]) {
      await enterCode(page, wrongOf(code));
      await processed(page);
      await seeToast(page, 'Verification failed', sentence);
    }
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await seeToast(page, 'Code resent', "We've sent a new verification code to your email");
    await enterCode(page, codeIn(await portal.smtp.mail(2)));
    await processed(page);
    await seeToast(page, 'Success', 'Email verified successfully');
  });

  detail('A guest whose code was wrong is on Verify Code Page for staff, and the log has every step', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const code = codeIn(await portal.smtp.mail());
    const onPage = () =>
      portal.app.db
        .selectFrom('guests')
        .select('last_page')
        .executeTakeFirst()
        .then((row) => row?.last_page);
    const viewed = async () =>
      (
        await portal.app.db
          .selectFrom('activity')
          .select('page')
          .where('action', '=', 'page_view')
          .orderBy('id')
          .execute()
      ).map((entry) => entry.page);
    await enterCode(page, wrongOf(code));
    await processed(page);
    await until('both pages are logged', async () => (await viewed()).length === 4);
    expect(await viewed()).toEqual([
      'Email Entry Page',
      'Verify Code Page',
      'Code Processing Complete',
      'Verify Code Page',
    ]);
    await until('staff see the page', async () => (await onPage()) === 'Verify Code Page');
    await enterCode(page, code);
    await processed(page);
    await seeToast(page, 'Success', 'Email verified successfully');
    await until('the success is logged', async () => (await viewed()).at(4) === 'Code Processing Complete');
  });

  detail('A guest whose code has expired gets a new one', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await portal.smtp.mail();
    await page.getByText(/^0[45]:\d\d$/).waitFor();
    portal.app.clock.advance(120_000);
    await page.clock.runFor(120_000);
    await page.reload();
    await page.getByText(/^0[23]:\d\d$/).waitFor();
    portal.app.clock.advance(181_000);
    await page.clock.runFor(181_000);
    const button = page.getByRole('button', { name: 'Code Expired' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter the code*').fill('123456');
    await page.keyboard.press('Enter');
    await seeToast(page, 'Code expired', 'Your verification code has expired. Please request a new one.');
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByText(/^0[45]:\d\d$/).waitFor();
  });

  detail('The email field has the focus where that opens no keyboard', async () => {
    const portal = await openGuestPortal();
    const desktop = await visitor(portal);
    await desktop.goto('/');
    await untilFocused(desktop.getByLabel('Email address*'));
    const phone = await visitor(portal, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.goto('/');
    await hydrated(phone);
    await settled(phone);
    expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  detail('A mistyped address is still in the field after Edit and after the back button', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page, 'mistyped@example.com');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.waitForURL('/user/email-entry');
    await expect.poll(() => page.getByLabel('Email address*').inputValue()).toBe('mistyped@example.com');
    await enterEmail(page);
    await page.goBack();
    await page.getByLabel('Email address*').waitFor();
    await expect.poll(() => page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
  });

  detail('The processing dialog goes on after a reload', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await enterCode(page, codeIn(await portal.smtp.mail()));
    await page.waitForLoadState('networkidle');
    portal.app.clock.advance(5_000);
    await page.reload();
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await page.clock.runFor(10_500);
    await seeToast(page, 'Success', 'Email verified successfully');
  });

  detail('A guest without an address is redirected to the email page', async () => {
    const page = await guest(await openGuestPortal());
    await page.goto('/user/verify-code');
    await page.waitForURL('/user/email-entry');
  });

  detail('Two browsers behind one IP address have separate codes', async () => {
    const portal = await openGuestPortal();
    const [mine, theirs] = [await guest(portal), await guest(portal)];
    await enterEmail(mine, 'mine@example.com');
    const code = codeIn(await portal.smtp.mail(1));
    await enterEmail(theirs, 'theirs@example.com');
    const other = codeIn(await portal.smtp.mail(2));
    if (code !== other) {
      await enterCode(theirs, code);
      await processed(theirs);
      await seeToast(theirs, 'Verification failed');
    }
    await enterCode(mine, code);
    await processed(mine);
    await seeToast(mine, 'Success');
  });

  detail('With two tabs open, only the newer code works in both', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const first = codeIn(await portal.smtp.mail(1));
    const second = await page.context().newPage();
    await second.goto('/');
    await second.getByRole('button', { name: 'Edit' }).click();
    await second.getByRole('button', { name: 'Continue' }).click();
    await second.waitForURL('/user/verify-code');
    const newer = codeIn(await portal.smtp.mail(2));
    if (first !== newer) {
      await enterCode(page, first);
      await processed(page);
      await seeToast(page, 'Verification failed');
    }
    await enterCode(page, newer);
    await processed(page);
    await seeToast(page, 'Success');
  });

  detail('A code that is submitted offline is kept, and sent once when the guest is back', async () => {
    const portal = await openGuestPortal();
    const page = await visitor(portal, { viewport: { width: 320, height: 640 } });
    await page.clock.install();
    await enterEmail(page);
    const code = codeIn(await portal.smtp.mail());
    const tries = requestsTo(page, '/api/user/verify-code');
    await page.context().setOffline(true);
    await page.getByRole('status').getByText("You're offline. This page continues when you're back.").waitFor();
    await page.getByLabel('Enter the code*').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').getByText("You're offline. We'll send this when you're back.").waitFor();
    // Pressed again, it is still one.
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByLabel('Enter the code*').inputValue()).toBe(code);
    await page.context().setOffline(false);
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await page.getByText("You're offline").waitFor({ state: 'hidden' });
    await processed(page);
    await seeToast(page, 'Success');
    expect(tries).toHaveLength(1);
  });

  detail('An address that is submitted offline gets one code when the guest is back', async () => {
    const portal = await openGuestPortal();
    const page = await visitor(portal, { viewport: { width: 390, height: 844 } });
    await page.goto('/');
    await page.getByLabel('Email address*').fill(EMAIL);
    await settled(page);
    const requests = requestsTo(page, '/api/user/send-verification-code');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText("We'll send this when you're back.").waitFor();
    expect(await page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
    await page.context().setOffline(false);
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual([EMAIL]);
    expect(requests).toHaveLength(1);
  });

  detail('An address that the guest goes on to correct offline is not sent by itself', async () => {
    const portal = await openGuestPortal();
    const page = await visitor(portal, { viewport: { width: 390, height: 844 } });
    await page.goto('/');
    await page.getByLabel('Email address*').fill('gues@example.com');
    await settled(page);
    const requests = requestsTo(page, '/api/user/send-verification-code');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText("We'll send this when you're back.").waitFor();
    await page.getByLabel('Email address*').fill(EMAIL);
    await page.getByText("This page continues when you're back.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You're offline").waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual([EMAIL]);
    expect(requests).toHaveLength(1);
  });

  detail('After two resends a guest sees how long to wait', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    for (let index = 0; index < 2; index += 1) {
      await page.getByRole('button', { name: 'Resend' }).click();
      await portal.smtp.mail(index + 2);
    }
    await page.getByText('You can ask for a new code in').waitFor();
    await page.getByText(/^(?:1:00|0:5\d)$/).waitFor();
  });
});

describe('Prompts and redirects', () => {
  test('The support team prompts a guest for the address and the code, in the name of the organisation', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await page.goto('/');
    await page.getByLabel('Email address*').waitFor();
    await portal.app.messages.prompt({ ipAddress: HERE }, 'email', admin);
    await page.clock.runFor(2_100);
    const popup = page.getByRole('dialog', { name: 'Email Required' });
    await popup.getByText('Please enter your email').waitFor();
    await popup.getByText('Message from the support team of Example Ltd').waitFor();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    await untilFocused(page.getByLabel('Email address*'));
    await until('the prompt is cleared', async () => {
      const waiting = await portal.app.db
        .selectFrom('guest_messages')
        .selectAll()
        .where('is_waiting', '=', 1)
        .execute();
      return waiting.length === 0;
    });

    await enterEmail(page);
    await portal.app.messages.prompt({ ipAddress: HERE }, 'code', admin);
    await page.clock.runFor(5_100);
    const code = page.getByRole('dialog', { name: 'Verification Code' });
    await code.getByText('Please enter your verification code again').waitFor();
    await code.getByRole('button', { name: 'Got it' }).click();
    await code.waitFor({ state: 'hidden' });
  });

  test('The support team redirects a guest within the verification and to the exit', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await portal.app.messages.redirect({ ipAddress: HERE }, { destination: '/user/email-entry' }, admin);
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/email-entry');
    portal.app.clock.advance(10_000);
    await portal.app.messages.redirect({ ipAddress: HERE }, { destination: '/user/verify-code' }, admin);
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/verify-code');

    portal.app.clock.advance(10_000);
    await setExit(portal.app);
    await page.route('https://example.com/**', (route) => route.fulfill({ body: 'the place outside' }));
    // The exit is shown for two seconds only.
    await stopTime(page);
    await portal.app.messages.redirect({ ipAddress: HERE }, { destination: EXIT_URL }, admin);
    await exitShown(page);
    await page.getByText('The support team has ended this verification.').waitFor();
    await page.getByText("You're leaving for").waitFor();
    await page.clock.runFor(2_100);
    await page.waitForURL(EXIT_URL);
  });

  detail('Without an exit URL a guest can stay, or reads that the page can be closed', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    const exit = async () => {
      portal.app.clock.advance(10_000);
      await portal.app.messages.redirect({ ipAddress: HERE }, { destination: null }, admin);
      // In small steps: the page leaves two seconds after the exit is shown.
      await until('the exit is shown', async () => {
        await page.clock.runFor(100);
        return page.getByText('This is the end of the verification.').isVisible();
      });
    };
    await enterEmail(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await exit();
    expect(await page.getByText("You're leaving for").count()).toBe(0);
    const noRedirect = page.waitForResponse('**/api/guest/check-redirect');
    await page.getByRole('button', { name: 'Stay' }).click();
    await noRedirect;
    await until('the page is back', async () => {
      await page.clock.runFor(100);
      return page.getByLabel('Enter the code*').isVisible();
    });
    await exit();
    await page.clock.runFor(2_100);
    await page.clock.resume();
    await page.waitForURL('/user/closed');
    await page.getByText("There's nothing more to do here.").waitFor();
    await expectAccessible(page, 'the closed page');
  });

  detail(
    'A guest of a network that asked for too many codes reads beside the address that they must wait',
    async () => {
      const portal = await openGuestPortal();
      const page = await guest(portal, /Failed to load resource/);
      await page.route('**/api/user/send-verification-code', (route) =>
        route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Please wait a moment.' } }),
      );
      await page.goto('/user');
      await page.getByLabel('Email address*').fill(EMAIL);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Please wait a moment.').waitFor();
      expect(await page.getByLabel('Email address*').getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
    },
  );

  detail('A failed connection and a rate limit each show their reason', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal, /Failed to load resource/);
    await enterEmail(page);
    await seeToast(page, 'Code sent');
    const tryCode = async () => {
      await page.getByLabel('Enter the code*').fill('123456');
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.route('**/api/user/verify-code', (route) =>
      route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Please wait a moment.' } }),
    );
    await tryCode();
    await seeToast(page, 'Verification failed', 'Please wait a moment.');
    await page.route('**/api/user/verify-code', (route) => route.abort());
    await tryCode();
    await seeToast(
      page,
      'Verification failed',
      'The server could not be reached. Check your connection and try again.',
    );
  });
});

describe('The gate', () => {
  const SECRET = 'a-shared-secret-of-the-gate-long-enough';
  const env = { GATE: 'token', GATE_SECRET: SECRET, GATE_RETRY_URL: 'https://verify.example/start' };
  const token = (portal: Portal) => {
    const iat = Math.floor(portal.app.clock.now() / 1000);
    const jwt = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setAudience('guest-gate').setJti(randomUUID());
    return jwt
      .setIssuedAt(iat)
      .setExpirationTime(iat + 600)
      .sign(new TextEncoder().encode(SECRET));
  };

  test('The gate shows nothing without a token, accepts a valid one and removes it from the address', async () => {
    const portal = await openGuestPortal(env);
    const page = await visitor(portal);
    for (const path of ['/', '/user/verify-code']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      await page.getByText("The page you're looking for doesn't exist or has been moved.").waitFor();
    }
    await page.goto(`/user/email-entry?token=${await token(portal)}`);
    await page.getByLabel('Email address*').waitFor();
    await page.waitForURL('/user/email-entry');
    await page.reload();
    await page.getByLabel('Email address*').waitFor();
    const other = await visitor(portal);
    await other.goto('/user/email-entry?token=nonsense');
    await seeToast(other, 'Verification failed', 'Invalid or expired token');
    await other.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });

  detail('The landing page shows whether the token was accepted', async () => {
    const portal = await openGuestPortal(env);
    const page = await visitor(portal);
    await page.goto('/redirect');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    await page.getByText(/Please open the whole link/).waitFor();
    // Technical details for the site that made the link.
    await page.getByText('No verification token provided').waitFor();
    await page.getByText('Missing token parameter').waitFor();
    await page.getByRole('button', { name: 'Retry Verification' }).waitFor();
    const good = await token(portal);
    await page.goto(`/redirect?token=${good}`);
    await page.getByText('Successfully verified!').waitFor();
    await page.getByText('You can now access Example Ltd').waitFor();
    await page.waitForURL('/user/email-entry');
    await page.getByLabel('Email address*').waitFor();
    await page.goto(`/redirect?token=${good}`);
    await page.getByText('Verification failed').first().waitFor();
    await page.getByText('This token has already been used').first().waitFor();
  });
});
