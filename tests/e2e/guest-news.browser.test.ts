import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { hydrated, openPortal, type Portal, seeToast, untilFocused, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

/** How guests learn what happened: by toasts that cover no heading, and each news once. */

const EMAIL = 'guest@example.com';

type GuestPortal = Portal & { readonly smtp: TestSmtp };

async function openGuestPortal(): Promise<GuestPortal> {
  const smtp = await TestSmtp.start();
  return { ...(await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' })), smtp };
}

interface Watched {
  /** "toast | heading", and whether one covers the other. */
  shown: Record<string, boolean>;
  /** What a screen reader announces: what appears in a live region. */
  announced: string[];
}

/** The page notes from the start what it shows and announces. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { shown: {}, announced: [] };
    Object.assign(window, { watched });
    const measure = () => {
      const toast = document.querySelector('[data-toaster] [data-open=true]');
      for (const heading of toast ? document.querySelectorAll('h1') : []) {
        const [one, other] = [toast?.getBoundingClientRect() ?? new DOMRect(), heading.getBoundingClientRect()];
        const isCovered =
          one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
        const name = `${toast?.querySelector('p')?.textContent} | ${heading.textContent}`;
        watched.shown[name] = isCovered || (watched.shown[name] ?? false);
      }
    };
    const listen = (changes: MutationRecord[]) => {
      const changed = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      for (const region of new Set(changed.map((one) => one?.closest('[aria-live], [role=status], [role=alert]')))) {
        const text = region?.getAttribute('aria-live') === 'off' ? '' : (region?.textContent ?? '');
        if (text && watched.announced.at(-1) !== text) watched.announced.push(text);
      }
    };
    new MutationObserver((changes) => {
      measure();
      listen(changes.filter(({ type }) => type !== 'attributes'));
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-open'] });
  });

/** A guest on a phone with a clock that the test can advance. */
async function watchedGuest(portal: Portal, height = 844): Promise<Page> {
  const page = await visitor(portal, { viewport: { width: 390, height } }, /Failed to load resource/);
  await page.clock.install();
  await watch(page);
  return page;
}

const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

async function submitEmail(page: Page): Promise<void> {
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enterEmail(page: Page): Promise<void> {
  await page.goto('/');
  await submitEmail(page);
  await page.waitForURL('/user/verify-code');
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Enter the code*').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
}

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

describe('A toast on a phone', () => {
  detail.for(inject('everything') ? [568, 844] : [568])(
    'A toast never covers the heading of a guest page, %i px high',
    async (height) => {
      const portal = await openGuestPortal();
      const page = await watchedGuest(portal, height);
      await page.goto('/');
      await hydrated(page);
      // No toast closes while the window is in the background, however slow the machine is.
      await page.evaluate(() => dispatchEvent(new Event('blur')));
      await page.route('**/api/user/send-verification-code', (route) => route.abort());
      await submitEmail(page);
      await seeToast(page, 'Error');
      await page.unroute('**/api/user/send-verification-code');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL('/user/verify-code');
      await seeToast(page, 'Code sent');
      await page.getByRole('button', { name: 'Resend' }).click();
      await seeToast(page, 'Code resent');
      await enterCode(page, wrongOf(codeIn(await portal.smtp.mail(2))));
      await seeToast(page, 'Verification failed');
      // The fifteen seconds of processing are not taken from the five minutes.
      portal.app.clock.advance(320_000);
      await page.clock.runFor(320_000);
      await page.getByRole('button', { name: 'Code Expired' }).waitFor();
      await page.getByLabel('Enter the code*').press('Enter');
      await seeToast(page, 'Code expired');
      await page.getByRole('button', { name: 'Send a new code' }).click();
      await enterCode(page, codeIn(await portal.smtp.mail(3)));
      await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
      await expect
        .poll(async () => (await watched(page)).shown)
        .toMatchObject({
          'Error | Welcome': false,
          'Code sent | Check your email': false,
          'Code resent | Check your email': false,
          'Verification failed | Check your email': false,
          'Code expired | Check your email': false,
          'Success | Email confirmed': false,
        });
    },
  );

  detail('The toast of a refused link covers no heading', async () => {
    const portal = await openPortal({ GATE: 'token', GATE_SECRET: 'a-shared-secret-of-the-gate-long-enough' });
    const page = await visitor(portal, { viewport: { width: 390, height: 844 } });
    // No toast closes by itself, however slow the machine is.
    await page.addInitScript(() => {
      const soon = setTimeout;
      Object.assign(window, { setTimeout: (run: () => void, ms: number) => (ms < 3_000 ? soon(run, ms) : 0) });
    });
    await watch(page);
    await page.goto('/user/email-entry?token=nonsense');
    await expect
      .poll(async () => (await watched(page)).shown)
      .toEqual({ 'Verification failed | Page Not Found': false });
  });
});

describe('News for a guest', () => {
  detail('That the code was sent is announced once', async () => {
    const portal = await openGuestPortal();
    const page = await watchedGuest(portal);
    await enterEmail(page);
    await page.getByText(/^We sent a code at/).waitFor();
    await seeToast(page, 'Code sent');
    const { announced } = await watched(page);
    expect(announced.filter((text) => /sent/i.test(text))).toEqual([
      "Code sentWe've sent a verification code to your email",
    ]);
  });

  test('A wrong code is said by the toast, and by the field when the toast is gone', async () => {
    const portal = await openGuestPortal();
    const page = await watchedGuest(portal);
    await enterEmail(page);
    await enterCode(page, wrongOf(codeIn(await portal.smtp.mail())));
    const sentence = 'The code is not correct. You have 2 tries left.';
    await page.getByText(sentence).first().waitFor({ state: 'attached' });
    const visible = page.getByText(sentence).filter({ visible: true });
    expect(await visible.count()).toBe(1);
    await page.clock.runFor(5_100);
    await page.locator('form').getByText(sentence).waitFor();
    await until('the toast has faded', async () => (await visible.count()) === 1);
    const { announced } = await watched(page);
    expect(announced.filter((text) => text.includes(sentence))).toHaveLength(1);
  });

  detail('The success is said by the heading that gets the focus, and the toast stays silent', async () => {
    const portal = await openGuestPortal();
    const page = await watchedGuest(portal);
    await enterEmail(page);
    await enterCode(page, codeIn(await portal.smtp.mail()));
    await seeToast(page, 'Success', 'Email verified successfully');
    await untilFocused(page.getByRole('heading', { name: 'Email confirmed' }));
    const { announced } = await watched(page);
    expect(announced.filter((text) => /verified|confirmed/.test(text))).toEqual([]);
  });

  detail('That a code has expired is announced once', async () => {
    const portal = await openGuestPortal();
    const page = await watchedGuest(portal);
    await enterEmail(page);
    await page.getByText(/^0[45]:\d\d$/).waitFor();
    portal.app.clock.advance(301_000);
    await page.clock.runFor(301_000);
    await page.locator('form').getByText('This code has expired. Please request a new one.').waitFor();
    const { announced } = await watched(page);
    expect(announced.filter((text) => text.includes('expired'))).toEqual([
      'The code has expired. Please request a new one.',
    ]);
  });

  detail('A rejected email is said by the heading, its reason once', async () => {
    const portal = await openGuestPortal();
    portal.smtp.refusesAt = { stage: 'recipient', code: 550, said: '5.1.1 No such user here' };
    const page = await watchedGuest(portal);
    await enterEmail(page);
    await page.getByRole('heading', { name: "We couldn't deliver your code" }).waitFor();
    const reason = 'example.com has no mailbox with this name. Check the address for typos.';
    await page.getByText(reason).waitFor();
    await page.getByText('You entered').waitFor();
    const { announced } = await watched(page);
    expect(announced.filter((text) => text.includes(reason))).toEqual([reason]);
  });
});
