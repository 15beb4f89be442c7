import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  untilFocused,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { EXIT_URL, setExit } from '../support/exit.ts';
import { until } from '../support/process.ts';
import { RoundRobin } from '../support/round-robin.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'anna@example.com';
const PHONE = { width: 390, height: 844 };

type GuestPortal = Portal & { readonly smtp: TestSmtp };

async function openGuestPortal(): Promise<GuestPortal> {
  const smtp = await TestSmtp.start();
  return { ...(await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' })), smtp };
}

/** A guest with an empty profile and a clock that the test can advance. */
async function guest(portal: Portal): Promise<Page> {
  const page = await visitor(portal, { viewport: PHONE });
  await page.clock.install();
  return page;
}

async function enterEmail(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/user/verify-code');
  await page.getByText(EMAIL).waitFor();
}

const field = (page: Page) => page.getByLabel('Enter the code*');
const sent = (page: Page) => page.getByText(/^We sent a code at \d\d:\d\d to/);
const countdown = (page: Page) => page.getByText(/^0\d:\d\d$/);
const progressBar = (page: Page) => page.getByRole('progressbar', { name: 'Time left for this code' });
const newCode = (page: Page) => page.getByRole('button', { name: 'Send a new code' });

async function enterCode(page: Page, code: string): Promise<void> {
  await field(page).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor({ state: 'hidden' });
}

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

/** Lets the outbox retry what waits. */
async function tryAgain({ app }: Portal): Promise<void> {
  app.clock.advance(10_000);
  await app.outbox.work();
}

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** Checks both colour schemes, and that nothing is wider than a phone. */
async function examine(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${where}, ${colorScheme}`);
  }
  await expectToFit(page, where);
}

/** The field has the error as visible text and as its accessible description. */
async function expectFieldToSay(page: Page, sentence: string): Promise<void> {
  await page.locator('form').getByText(sentence, { exact: true }).waitFor();
  const shown = await field(page).evaluate((input) => ({
    invalid: input.getAttribute('aria-invalid'),
    by: document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
  }));
  expect(shown).toEqual({ invalid: 'true', by: sentence });
}

describe('A guest who waits for the email', () => {
  detail("A guest sees that a slow mail server delays the email, and the code's time starts at delivery", async () => {
    const portal = await openGuestPortal();
    portal.smtp.behaviour = 'slow';
    const page = await guest(portal);
    await enterEmail(page);
    await page.getByText("We're sending a code to").waitFor();
    await until('the mail server has the email', () => portal.smtp.waiting === 1);
    // Two minutes pass, and the code's time has not started.
    portal.app.clock.advance(120_000);
    await page.clock.runFor(120_000);
    expect([await countdown(page).count(), await progressBar(page).count()]).toEqual([0, 0]);
    await examine(page, 'sending');

    portal.smtp.behaviour = 'accept';
    portal.smtp.release();
    await sent(page).waitFor();
    await page.getByText(/^0(?:5:00|4:5\d)$/).waitFor();
    await examine(page, 'sent');
    // The time runs on for a reloaded page.
    portal.app.clock.advance(100_000);
    await page.reload();
    await page.getByText(/^03:(?:20|1\d)$/).waitFor();
  });

  detail('A guest reads that the email is delayed, and later when it was sent', async () => {
    const portal = await openGuestPortal();
    portal.smtp.refusesAt = { stage: 'recipient', code: 450, said: '4.2.0 Greylisted, please come back later' };
    const page = await guest(portal);
    await enterEmail(page);
    const delayed = page.getByText("Email to example.com is delayed. We'll keep trying, and this page will tell you.");
    await page.getByRole('status').filter({ has: delayed }).waitFor();
    expect(await countdown(page).count()).toBe(0);
    await examine(page, 'delayed');

    portal.smtp.refusesAt = null;
    await tryAgain(portal);
    await sent(page).waitFor();
    await delayed.waitFor({ state: 'hidden' });
    await page.getByText(/^0(?:5:00|4:5\d)$/).waitFor();
    await enterCode(page, codeIn(await portal.smtp.mail()));
    await seeToast(page, 'Success');
  });

  test('A guest whose mailbox does not exist reads so and corrects the address', async () => {
    const portal = await openGuestPortal();
    portal.smtp.refusesAt = { stage: 'recipient', code: 550, said: '5.1.1 No such user here' };
    const page = await guest(portal);
    await enterEmail(page);
    await page.getByRole('heading', { name: "We couldn't deliver your code" }).waitFor();
    const noMailbox = 'example.com has no mailbox with this name. Check the address for typos.';
    await page.getByRole('status').getByText(noMailbox).waitFor();
    expect(await field(page).count()).toBe(0);
    await page.clock.runFor(4_000);
    // A slow mail server's refusal replaces it; what was dismissed stays in the page, hidden.
    expect(await page.getByText('Code sent').filter({ visible: true }).count()).toBe(0);
    await page.getByText('Is the address right?').waitFor();
    await examine(page, 'refused');
    await page.reload();
    await page.getByText(noMailbox).waitFor();

    portal.smtp.refusesAt = null;
    await page.getByRole('button', { name: 'Correct the address' }).click();
    await page.waitForURL('/user/email-entry');
    await expect.poll(() => page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
    await page.getByLabel('Email address*').fill('anna.b@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await sent(page).waitFor();
    await field(page).waitFor();
  });

  detail(
    'A guest whose email was rejected and whose cookie is lost starts again, and reads no word of a sent code',
    async () => {
      const portal = await openGuestPortal();
      portal.smtp.refusesAt = { stage: 'recipient', code: 550, said: '5.1.1 No such user here' };
      const page = await guest(portal);
      await enterEmail(page);
      await page.getByRole('heading', { name: "We couldn't deliver your code" }).waitFor();
      await page.context().clearCookies();
      // Everything that the page ever says.
      await page.addInitScript(() => {
        const said: string[] = [];
        Object.assign(window, { said });
        new MutationObserver(() => said.push(document.getElementById('root')?.textContent ?? '')).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
      await page.reload();
      await page.waitForURL('/user/email-entry');
      const notice = "We couldn't find your code request. Please enter your email address again.";
      await page.getByRole('status').getByText(notice).waitFor();
      expect(await page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
      const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
      expect(said).toContain(notice);
      expect(said).not.toMatch(/expired|sent/i);
      portal.smtp.refusesAt = null;
      await page.getByRole('button', { name: 'Continue' }).click();
      await sent(page).waitFor();
    },
  );

  detail('A guest whose email bounced reads so and can still enter the code', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await sent(page).waitFor();
    const { id, guest_id } = await portal.app.db
      .selectFrom('outbox')
      .select(['id', 'guest_id'])
      .executeTakeFirstOrThrow();
    await portal.app.db
      .updateTable('outbox')
      .set({ bounced_at: portal.app.clock.now(), error: '552 5.2.2 mailbox full' })
      .where('id', '=', id)
      .execute();
    portal.app.presence.verificationChanged(guest_id ?? '');
    await page.getByText('Our email bounced. This mailbox is full.').waitFor();
    await page.getByRole('button', { name: 'Correct the address' }).waitFor();
    await field(page).waitFor();
    await examine(page, 'bounced');
  });

  detail('A guest without a socket polls every five seconds and reads how long delivery usually takes', async () => {
    const portal = await openGuestPortal();
    portal.smtp.behaviour = 'slow';
    const proxy = await RoundRobin.start();
    onTestFinished(() => proxy.close());
    proxy.targets = [Number(new URL(portal.url).port)];
    proxy.passesSockets = false;
    const page = await guest({ app: portal.app, url: proxy.url });
    await page.route(/\/api\/guest\/(?:state|delivery)$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), usualSeconds: 22 } });
    });
    await enterEmail(page);
    await page.getByText("We're sending a code to").waitFor();
    await page.getByText('Email to example.com usually takes about 20 seconds today.').waitFor();
    await until('the mail server has the email', () => portal.smtp.waiting === 1);
    portal.smtp.release();
    await portal.smtp.mail();
    await until('the page shows that the email was sent', async () => {
      await page.clock.runFor(5_000);
      return sent(page).isVisible();
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(portal.app.guestSockets.count()).toBe(0);
  });

  detail('A guest reads after half a minute to look in the spam folder', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await sent(page).waitFor();
    const hint = page.getByText(/Please check your spam folder\. It comes from\s+no-reply@localhost/);
    expect(await hint.count()).toBe(0);
    portal.app.clock.advance(31_000);
    await page.clock.runFor(31_000);
    await hint.waitFor();
    await examine(page, 'after half a minute');
  });
});

detail('The support team sees the delay, the time left and the check beside the guest', async () => {
  const portal = await openGuestPortal();
  portal.smtp.refusesAt = { stage: 'recipient', code: 450, said: '4.2.0 Greylisted, please come back later' };
  const page = await guest(portal);
  await enterEmail(page);
  const desk = await signedInPage(portal, ADMIN);
  await desk.goto('/admin/guest-activity');
  const live = desk.getByRole('main');
  await live.getByText('Email delayed').first().waitFor();
  await live.getByText('timer not started').first().waitFor();
  await live.getByText('The mail server asked to try again later').first().waitFor();
  await live
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const timeline = desk.getByRole('dialog', { name: 'Guest' }).getByRole('list');
  await timeline.getByText('Email delayed').waitFor();
  await desk.keyboard.press('Escape');

  portal.smtp.refusesAt = null;
  await tryAgain(portal);
  const code = codeIn(await portal.smtp.mail());
  await live
    .getByText(/^[45]:\d\d left$/)
    .first()
    .waitFor();
  await field(page).fill(wrongOf(code));
  await page.getByRole('button', { name: 'Continue' }).click();
  await live
    .getByText(/^being checked/)
    .first()
    .waitFor();
});

describe('A wrong code', () => {
  detail('The error of a wrong code stays until the guest types, even after a reload, and costs no time', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const code = codeIn(await portal.smtp.mail());
    await countdown(page).waitFor();
    await enterCode(page, wrongOf(code));
    const sentence = 'The code is not correct. You have 2 tries left.';
    await seeToast(page, 'Verification failed', sentence);
    await expectFieldToSay(page, sentence);
    await untilFocused(field(page));
    // The fifteen seconds of processing were not taken from the five minutes.
    await page.getByText(/^0(?:5:00|4:5\d)$/).waitFor();
    await page.clock.runFor(6_000);
    await expectFieldToSay(page, sentence);
    await examine(page, 'wrong code');
    await page.reload();
    await expectFieldToSay(page, sentence);
    await field(page).press('1');
    await page.locator('form').getByText(sentence).waitFor({ state: 'hidden' });
    expect(await field(page).getAttribute('aria-invalid')).toBeNull();
  });

  detail('A third wrong code locks the code, and the guest gets a new one', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const code = codeIn(await portal.smtp.mail());
    for (let tries = 0; tries < 3; tries += 1) await enterCode(page, wrongOf(code));
    await expectFieldToSay(page, 'Too many wrong codes. Please request a new one.');
    await newCode(page).waitFor();
    expect([await countdown(page).count(), await page.getByRole('button', { name: 'Continue' }).count()]).toEqual([
      0, 0,
    ]);
    expect(await field(page).isEditable()).toBe(false);
    await examine(page, 'a dead code');
    await page.reload();
    await expectFieldToSay(page, 'Too many wrong codes. Please request a new one.');

    await newCode(page).click();
    await seeToast(page, 'Code resent', "We've sent a new verification code to your email");
    await countdown(page).waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBeNull();
    await enterCode(page, codeIn(await portal.smtp.mail(2)));
    await seeToast(page, 'Success', 'Email verified successfully');
  });
});

detail('A guest replaces an expired code with the keyboard alone', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  await enterEmail(page);
  await countdown(page).waitFor();
  portal.app.clock.advance(301_000);
  await page.clock.runFor(301_000);
  const expired = page.getByRole('button', { name: 'Code Expired' });
  await expired.waitFor();
  expect(await expired.isDisabled()).toBe(true);
  await expectFieldToSay(page, 'This code has expired. Please request a new one.');
  expect(await countdown(page).count()).toBe(0);
  await examine(page, 'an expired code');
  await field(page).press('Enter');
  await seeToast(page, 'Code expired', 'Your verification code has expired. Please request a new one.');
  await page.keyboard.press('Tab');
  await untilFocused(newCode(page));
  await page.keyboard.press('Enter');
  await portal.smtp.mail(2);
  await page.getByText(/^0(?:5:00|4:5\d)$/).waitFor();
  await untilFocused(field(page));
});

describe('A confirmed address', () => {
  const confirmed = (page: Page) => page.getByRole('region', { name: 'Confirmed' }).getByText('is confirmed');

  async function confirm(portal: GuestPortal, page: Page): Promise<void> {
    await enterEmail(page);
    await enterCode(page, codeIn(await portal.smtp.mail()));
    await page.waitForURL('/user/email-entry');
    await confirmed(page).waitFor();
  }

  detail('A confirmed address stays on the page after a reload and in a new tab, until a new start', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await confirm(portal, page);
    await untilFocused(page.getByRole('heading', { name: 'Email confirmed' }));
    await page.getByText(`${EMAIL} is confirmed for Example Ltd.`).waitFor();
    await page.getByText("You're all set and can close this page.").waitFor();
    expect(await page.getByLabel('Email address*').count()).toBe(0);
    await examine(page, 'confirmed');
    await page.reload();
    await confirmed(page).waitFor();
    const other = await page.context().newPage();
    await other.goto('/');
    await other.waitForURL('/user/email-entry');
    await confirmed(other).waitFor();

    portal.app.clock.advance(16 * 60_000);
    await page.reload();
    await page.getByText('a…a@e…e.com is confirmed for Example Ltd.').waitFor();

    await other.getByRole('button', { name: 'Confirm another address' }).click();
    await other.getByLabel('Email address*').fill('bert@example.com');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.waitForURL('/user/verify-code');
    await page.goto('/user/email-entry');
    await page.waitForURL('/user/verify-code');
    await page.getByText('bert@example.com').waitFor();
  });

  test('An open page masks the address after 15 minutes, without a reload', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await confirm(portal, page);
    await page.getByText(`${EMAIL} is confirmed for Example Ltd.`).waitFor();
    portal.app.clock.advance(15 * 60_000);
    await page.clock.fastForward(15 * 60_000);
    await page.getByText('a…a@e…e.com is confirmed for Example Ltd.').waitFor();
    expect(await page.content()).not.toContain(EMAIL);
  });

  detail('An open page shows no address after 15 minutes while the server cannot be asked', async () => {
    const portal = await openGuestPortal();
    const page = await visitor(portal, { viewport: PHONE }, /Failed to load resource/);
    await page.clock.install();
    await confirm(portal, page);
    await page.getByText(`${EMAIL} is confirmed for Example Ltd.`).waitFor();
    await page.route('**/api/guest/state', (route) => route.abort());
    portal.app.clock.advance(15 * 60_000);
    await page.clock.fastForward(15 * 60_000);
    await page.getByText('Your address is confirmed for Example Ltd.').waitFor();
    expect(await page.content()).not.toContain(EMAIL);
    await page.unroute('**/api/guest/state');
    await page.clock.runFor(5_100);
    await page.getByText('a…a@e…e.com is confirmed for Example Ltd.').waitFor();
  });

  detail('A confirmed guest goes on to the exit URL after an announcement, and can stay', async () => {
    const portal = await openGuestPortal();
    await setExit(portal.app);
    const page = await guest(portal);
    await page.route('https://example.com/**', (route) => route.fulfill({ body: 'the place outside' }));
    await confirm(portal, page);
    const goOn = page.getByRole('button', { name: 'Continue to example.com' });
    // A hidden page never leaves for the exit, so the test has time to examine it.
    await setHidden(page, true);
    await goOn.click();
    await page.getByText("You're leaving for").waitFor();
    await page.clock.runFor(5_000);
    await examine(page, 'leaving');
    await page.getByRole('button', { name: 'Stay' }).click();
    await confirmed(page).waitFor();
    await setHidden(page, false);
    await goOn.click();
    await page.waitForURL(EXIT_URL);
  });
});

detail('A new tab continues with the address, the time left and the code being processed', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  await enterEmail(page);
  const code = codeIn(await portal.smtp.mail());
  await sent(page).waitFor();
  portal.app.clock.advance(60_000);
  const second = await page.context().newPage();
  await second.goto('/');
  await second.waitForURL('/user/verify-code');
  await second.getByText(EMAIL).waitFor();
  await second.getByText(/^0(?:4:00|3:5\d)$/).waitFor();
  // A guest who wants another address is not sent back.
  await second.getByRole('button', { name: 'Edit' }).click();
  await second.waitForURL('/user/email-entry');
  await expect.poll(() => second.getByLabel('Email address*').inputValue()).toBe(EMAIL);
  await second.reload();
  await second.getByLabel('Email address*').waitFor();

  await field(page).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  await page.waitForLoadState('networkidle');
  const third = await page.context().newPage();
  await third.goto('/');
  await third.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  expect(new URL(third.url()).pathname).toBe('/user/verify-code');
});

detail('A guest who asks too often reads when a resend is possible again, and then resends', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  await enterEmail(page);
  for (const mails of [2, 3]) {
    await page.getByRole('button', { name: 'Resend' }).click();
    await portal.smtp.mail(mails);
    await seeToast(page, 'Code resent');
    await sent(page).waitFor();
  }
  await page.getByText('You can ask for a new code in').waitFor();
  await page.getByText(/^(?:1:00|0:5\d)$/).waitFor();
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0);
  await examine(page, 'waiting for another code');
  // A page that does not know the limit learns it from the 429 answer, and keeps the focus.
  await page.route('**/api/guest/state', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), resendInSeconds: 0 } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Resend' }).press('Enter');
  await page.getByText(/^(?:1:00|0:5\d)$/).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('You can ask for a new code in');
  expect(await page.getByText('Too many attempts').count()).toBe(0);

  portal.app.clock.advance(61_000);
  await page.clock.runFor(61_000);
  await page.getByRole('status').getByText('You can ask for a new code now.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Resend' }).waitFor();
});
