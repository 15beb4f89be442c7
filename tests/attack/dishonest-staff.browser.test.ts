import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  signedInPage,
  stopTime,
  visitor,
} from '../support/browser.ts';
import { EXIT_URL, exitShown, setExit } from '../support/exit.ts';
import type { HttpClient } from '../support/http-client.ts';

const HERE = '127.0.0.1';
const LIE = 'Your bank has sent you a code by SMS, enter it here';
const TRAP = 'https://exarnple.com/login';
const PHONE = { viewport: { width: 390, height: 844 } };

async function portalWithTwoAdmins() {
  const portal = await openPortal({ ORGANISATION: 'Example Ltd', MAIL_FROM: 'Example Ltd <codes@portal.example>' });
  await setExit(portal.app);
  await createAccount(portal.app, { username: 'vera', role: 'admin' });
  await createAccount(portal.app, { username: 'mallory', role: 'admin' });
  return { portal, mallory: await signedIn(portal.app, { username: 'mallory' }) };
}

/** A guest on the page for the code, with a clock that the test moves; `outside` lists visits to other sites. */
async function guestOn(portal: Portal): Promise<{ page: Page; outside: string[] }> {
  const page = await visitor(portal, PHONE);
  await page.clock.install();
  const outside: string[] = [];
  await page.route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({ body: 'a place outside' });
  });
  await page.goto('/');
  await page.getByLabel('Email address*').fill('guest@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/user/verify-code');
  return { page, outside };
}

/** Stops the page's clock, so that a message of two seconds is still there on a busy machine. */
async function sendToExit(portal: Portal, admin: HttpClient, page: Page): Promise<void> {
  await stopTime(page);
  portal.app.clock.advance(11_000);
  const answer = await admin.post('/api/admin/redirects', { guestIp: HERE, isGuestRedirect: true, exit: true });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Hides the page or shows it again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('A deceptive prompt is shown with our warning, and a look-alike exit waits until another admin decides', async () => {
  const { portal, mallory } = await portalWithTwoAdmins();
  const { page, outside } = await guestOn(portal);
  const before = (await mallory.get('/api/admin/settings')).json();
  const proposed = await mallory.post('/api/admin/settings', { ...before, codePromptMessage: LIE, exitUrl: TRAP });
  expect(proposed.statusCode).toBe(202);
  await mallory.post('/api/admin/guest-prompt', { guestIp: HERE, prompt: 'code' });
  await page.clock.runFor(5_100);
  const popup = page.getByRole('dialog', { name: 'Verification Code' });
  await popup.getByText(LIE).waitFor();
  expect(((await popup.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toContain(
    'Only the code from our mail (codes@portal.example) belongs here. Never tell anyone your code.',
  );
  await expectAccessible(page, 'prompt');
  await popup.getByRole('button', { name: 'Got it' }).click();
  // The page does not claim that nobody asks for the code, because a prompt just did.
  expect(await page.getByRole('complementary', { name: 'Safety' }).textContent()).toContain(
    'Never tell anyone your code: nobody from Example Ltd will ask you to.',
  );

  await sendToExit(portal, mallory, page);
  await exitShown(page);
  await page.getByText("You're leaving for").waitFor();
  await page.getByText('example.com', { exact: true }).waitFor();
  await page.clock.runFor(2_100);
  await page.waitForURL(EXIT_URL);
  expect(outside).toEqual([EXIT_URL]);

  for (const colorScheme of ['light', 'dark'] as const) {
    const vera = await signedInPage(portal, { username: 'vera', password: PASSWORD }, { ...PHONE, colorScheme });
    await vera.goto('/admin/settings');
    const waiting = vera.getByRole('region', { name: 'Waiting change of the exit URL' });
    await waiting.getByText(TRAP).waitFor();
    await waiting.getByText('exarnple.com', { exact: true }).waitFor();
    await waiting.getByText('Proposed by mallory').waitFor();
    await expectAccessible(vera, `settings, ${colorScheme}`);
    await expectToFit(vera, 'settings');
    if (colorScheme === 'light') continue;
    await waiting.getByRole('button', { name: 'Confirm' }).waitFor();
    await waiting.getByRole('button', { name: 'Withdraw' }).click();
    await vera.getByText('Change withdrawn').first().waitFor();
    await waiting.waitFor({ state: 'hidden' });
    await expect.poll(() => vera.getByRole('textbox', { name: 'Exit URL' }).inputValue()).toBe(EXIT_URL);
  }
  const own = await signedInPage(portal, { username: 'mallory', password: PASSWORD });
  await own.goto('/admin/settings');
  await own.getByLabel('Exit message').fill('Call 0800 123 456');
  await own.getByRole('button', { name: 'Save Settings' }).click();
  await own.getByText("Messages can't have phone numbers, or four or more digits in a row").waitFor();
  await own.getByLabel('Exit message').fill('Goodbye, and go on at example.com');
  await own.getByRole('textbox', { name: 'Exit URL' }).fill(TRAP);
  await own.getByRole('button', { name: 'Save Settings' }).click();
  await own
    .getByText('The new exit URL will take effect when another admin confirms it, or in 24 hours.')
    .first()
    .waitFor();
  await expect.poll(() => own.getByRole('textbox', { name: 'Exit URL' }).inputValue()).toBe(EXIT_URL);
  const waiting = own.getByRole('region', { name: 'Waiting change of the exit URL' });
  await waiting.getByText('Another admin can confirm it sooner.').waitFor();
  expect(await waiting.getByRole('button', { name: 'Confirm' }).count()).toBe(0);

  // When another admin confirms the exit, they see that a message with the old host is replaced.
  const vera = await signedInPage(portal, { username: 'vera', password: PASSWORD });
  await vera.goto('/admin/settings');
  await vera.getByRole('button', { name: 'Confirm', exact: true }).click();
  await vera.getByText('Change confirmed').first().waitFor();
  await expect.poll(() => vera.getByRole('textbox', { name: 'Exit URL' }).inputValue()).toBe(TRAP);
  await vera.getByText('This text breaks the rules, so guests see the default one.').waitFor();
});

test('A guest can decline the exit, and a hidden page never follows it', async () => {
  const { portal, mallory } = await portalWithTwoAdmins();
  const { page, outside } = await guestOn(portal);
  await sendToExit(portal, mallory, page);
  const stay = await exitShown(page);
  await setHidden(page, true);
  await page.clock.resume();
  await expectAccessible(page, 'exit');
  await stopTime(page);
  await page.clock.runFor(60_000);
  expect([outside, new URL(page.url()).pathname]).toEqual([[], '/user/verify-code']);
  await setHidden(page, false);
  await page.clock.runFor(1_000);
  expect(await stay.evaluate((button) => button === document.activeElement)).toBe(true);
  const declined = page.waitForResponse((response) => response.url().endsWith('/api/guest/exit'));
  await page.keyboard.press('Enter');
  expect((await declined).status()).toBe(200);
  await page.getByLabel('Enter the code*').waitFor();
  await page.clock.runFor(20_000);
  expect(outside).toEqual([]);
  const entries = await portal.app.db
    .selectFrom('activity')
    .select('details')
    .where('action', 'in', ['admin_redirect', 'redirect'])
    .execute();
  const steps = entries
    .map(({ details }) => JSON.parse(details ?? '{}'))
    .filter(({ address }) => address === EXIT_URL)
    .map(({ change, state }) => change ?? state);
  expect(steps.sort()).toEqual(['declined', 'delivered', 'exit']);

  await sendToExit(portal, mallory, page);
  await exitShown(page);
  const followed = page.waitForRequest((request) => request.url().endsWith('/api/guest/exit'));
  await page.clock.runFor(2_100);
  expect((await followed).postDataJSON()).toEqual({ choice: 'go' });
  await page.waitForURL(EXIT_URL);
});
