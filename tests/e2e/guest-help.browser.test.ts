import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { visitorAt } from '../../server/visitor/visitor.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  hydrated,
  openPortal,
  type Portal,
  untilFocused,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'guest@example.com';
const PHONE = { width: 390, height: 844 };
const admin = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
/** All browsers of these tests share this address. */
const HERE = '127.0.0.1';

async function openGuestPortal(): Promise<Portal & { readonly smtp: TestSmtp }> {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' });
  return { ...portal, smtp };
}

async function guest(portal: Portal): Promise<Page> {
  const page = await visitor(portal, { viewport: PHONE });
  await page.clock.install();
  return page;
}

async function openEmailPage(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email address*').waitFor();
  await hydrated(page);
}

async function enterEmail(page: Page): Promise<void> {
  await openEmailPage(page);
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/user/verify-code');
  await page.getByLabel('Enter the code*').waitFor();
}

const choices = (page: Page) => page.getByRole('dialog', { name: 'What do you need help with?' });

async function choose(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'I need help' }).click();
  await choices(page).getByRole('button', { name: words }).click();
  await choices(page).waitFor({ state: 'hidden' });
}

const helpReasons = async ({ app }: Portal) =>
  (await app.db.selectFrom('guest_help').select('reason').execute()).map(({ reason }) => reason);

const waitingPrompts = ({ app }: Portal) =>
  app.db.selectFrom('guest_messages').select('prompt').where('is_waiting', '=', 1).execute();

/** Checks both colour schemes, and that nothing is wider than a phone. */
async function examine(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${where}, ${colorScheme}`);
  }
  await expectToFit(page, where);
}

/** Buttons are big enough for thumbs. */
async function expectRoomyButtons(page: Page, within: string): Promise<void> {
  const heights = await page
    .locator(within)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().height)));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights), within).toBeGreaterThanOrEqual(48);
}

describe('A guest who needs help', () => {
  test('A guest asks for help by keyboard, reads that the support team knows, and withdraws the request', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    const button = page.getByRole('button', { name: 'I need help' });
    await button.focus();
    await page.keyboard.press('Enter');
    await choices(page).waitFor();
    expect(await choices(page).getByRole('button').allTextContents()).toEqual([
      "I didn't get the email",
      'My address is wrong',
      "My code isn't accepted",
      'Somebody told me to come here',
      'Close',
    ]);
    await expectRoomyButtons(page, 'dialog');
    await examine(page, 'the choices');
    await page.keyboard.press('Escape');
    await choices(page).waitFor({ state: 'hidden' });
    expect(await helpReasons(portal)).toEqual([]);

    await button.focus();
    await page.keyboard.press('Enter');
    await choices(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText("We've told the support team.").waitFor();
    await page.getByText('You chose “My address is wrong”').waitFor();
    expect(await helpReasons(portal)).toEqual(['wrong_address']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Help');
    await expectRoomyButtons(page, 'section[aria-label=Help]');
    await examine(page, 'help was asked for');

    await page.getByRole('button', { name: 'Choose something else' }).click();
    await choices(page).getByRole('button', { name: "I didn't get the email" }).click();
    await page.getByText("You chose “I didn't get the email”").waitFor();
    // The request survives a reload and shows on the other page.
    await page.reload();
    await page.getByText("You chose “I didn't get the email”").waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText("We've told the support team.").waitFor();
    await page.getByRole('button', { name: "I don't need help any more" }).click();
    await button.waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Help');
    expect(await helpReasons(portal)).toEqual([]);
  });

  detail('A guest reads when staff are helping, and the request ends once the address is confirmed', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await choose(page, "My code isn't accepted");
    await page.getByText("We've told the support team.").waitFor();
    const admin = await signedIn(portal.app, ADMIN);
    const [row] = (await admin.get('/api/admin/guests')).json();
    expect((await admin.post(`/api/admin/guests/${row.id}/claim`, {})).statusCode).toBe(200);
    await page.getByRole('status').getByText('The support team is helping you.').waitFor();

    await page.getByLabel('Enter the code*').fill(codeIn(await portal.smtp.mail()));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(15_500);
    await page.waitForURL('/user/email-entry');
    await page.getByRole('button', { name: 'I need help' }).waitFor();
    expect(await helpReasons(portal)).toEqual([]);
  });

  detail('A guest reads why the request failed and can retry', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await openEmailPage(page);
    await page.route('**/api/guest/help', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Too many attempts.' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'I need help' }).click();
    await choices(page).getByRole('button', { name: "I didn't get the email" }).click();
    await choices(page).getByRole('alert').getByText('Too many attempts.').waitFor();
    // The warning about fraud does not depend on the server.
    await choices(page).getByRole('button', { name: 'Somebody told me to come here' }).click();
    await choices(page).getByRole('alert').getByText('Nobody from Example Ltd asks for codes').waitFor();
    await examine(page, 'a failed request');
    await page.unroute('**/api/guest/help');
    await choices(page).getByRole('button', { name: "I didn't get the email" }).click();
    await page.getByText("We've told the support team.").waitFor();
  });

  test('The help dialog has no text field, and only the choice is sent', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await openEmailPage(page);
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/guest/help') && request.method() === 'POST') sent.push(request.postData());
    });
    await page.getByRole('button', { name: 'I need help' }).click();
    await choices(page).waitFor();
    await page.keyboard.type('493817');
    expect(await page.locator('dialog :is(input, textarea, select, [contenteditable])').count()).toBe(0);
    await choices(page).getByRole('button', { name: 'Somebody told me to come here' }).click();
    await page.getByRole('heading', { name: 'Please stop here' }).waitFor();
    expect(await page.locator('main :is(input, textarea, select, [contenteditable])').count()).toBe(0);
    expect(sent).toEqual(['{"reason":"told_to_come"}']);
  });
});

describe('A guest who was told to come here', () => {
  test('A halted guest reads what to do, gets no message, and continues only by choice', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await openEmailPage(page);
    await choose(page, 'Somebody told me to come here');
    const heading = page.getByRole('heading', { name: 'Please stop here' });
    await heading.waitFor();
    await untilFocused(heading);
    await page.getByText('Nobody from Example Ltd asks for codes by phone or chat.').waitFor();
    await page.getByText('Close this page.').waitFor();
    await page.getByText("We've warned the admins of Example Ltd.").waitFor();
    await examine(page, 'halted');
    await expectRoomyButtons(page, 'main');

    await expect(portal.app.messages.prompt({ ipAddress: HERE }, 'email', admin)).rejects.toThrow('Nothing was sent.');
    await page.clock.runFor(10_100);
    await page.reload();
    await heading.waitFor();
    await page.clock.runFor(5_100);
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'I understand, go on' }).click();
    await page.getByLabel('Email address*').waitFor();
    await portal.app.messages.prompt({ ipAddress: HERE }, 'email', admin);
    await page.clock.runFor(10_100);
    await page.getByRole('dialog', { name: 'Email Required' }).waitFor();
    const entries = await portal.app.db.selectFrom('activity').select('details').where('action', '=', 'help').execute();
    expect(entries.map(({ details }) => JSON.parse(details ?? '{}').help)).toEqual(['halted', 'went on']);
  });
});

detail('Past the rate limit the page claims no warning to a guest without a code', async () => {
  const page = await visitor(await openGuestPortal(), { viewport: PHONE });
  await openEmailPage(page);
  await page.evaluate(async () => {
    const body = JSON.stringify({ reason: 'told_to_come' });
    for (let times = 0; times < 10; times += 1) {
      await fetch('/api/guest/help', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      await fetch('/api/guest/help', { method: 'DELETE' });
    }
  });
  await choose(page, 'Somebody told me to come here');
  await page.getByRole('heading', { name: 'Please stop here' }).waitFor();
  await page.getByText('Until you choose to go on').waitFor();
  expect(await page.getByText("We've warned").count()).toBe(0);
});

detail('No toast covers the screen of a guest who halts', async () => {
  const page = await visitor(await openGuestPortal(), { viewport: PHONE });
  // No toast closes by itself, however slow the machine is.
  await page.addInitScript(() => {
    const soon = setTimeout;
    Object.assign(window, { setTimeout: (run: () => void, ms: number) => (ms < 3_000 ? soon(run, ms) : 0) });
  });
  await enterEmail(page);
  const toast = page.getByText('Code sent', { exact: true }).first();
  await toast.waitFor();
  await choose(page, 'Somebody told me to come here');
  await page.getByRole('heading', { name: 'Please stop here' }).waitFor();
  await page.getByText("We've warned").waitFor();
  await toast.waitFor({ state: 'hidden' });
});

describe('A guest whom the support team redirects', () => {
  const redirect = (portal: Portal, destination: string) => {
    portal.app.clock.advance(10_000);
    return portal.app.messages.redirect({ ipAddress: HERE }, { destination }, admin);
  };
  const notice = (page: Page) => page.getByRole('status').getByText('The support team moved you here');

  detail('A redirected guest sees a notice until it is dismissed or the guest moves on', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    expect(await notice(page).count()).toBe(0);
    await redirect(portal, '/user/email-entry');
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/email-entry');
    await notice(page).waitFor();
    await examine(page, 'moved');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await notice(page).waitFor({ state: 'hidden' });

    await redirect(portal, '/user/verify-code');
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/verify-code');
    await notice(page).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.waitForURL('/user/email-entry');
    await notice(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByLabel('Enter the code*').waitFor();
    expect(await notice(page).count()).toBe(0);
  });

  detail("A redirect works in a tab without an address, because the server knows the browser's address", async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email address*').waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await redirect(portal, '/user/verify-code');
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/verify-code');
    await page.getByText(EMAIL).waitFor();
    await page.getByText(/^0[45]:\d\d$/).waitFor();
    await notice(page).waitFor();
  });

  detail('A redirect without an address says what is missing, and staff learn where the guest is', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    const logged: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/log-activity')) logged.push(JSON.parse(request.postData() ?? '{}').page);
    });
    await openEmailPage(page);
    // The server draws the page before the app can log the view.
    await until('the view is logged', async () => logged.length === 1);
    await redirect(portal, '/user/verify-code');
    await page.clock.runFor(5_100);
    await page.getByRole('status').getByText('Please enter your email address first.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/email-entry');
    await until('the view is logged again', async () => logged.length === 2);
    // A guest who is on the page already counts as arrived.
    await redirect(portal, '/user/email-entry');
    await page.clock.runFor(10_200);
    await until('the view is logged a third time', async () => logged.length === 3);
    expect(logged).toEqual(Array(3).fill('Email Entry Page'));
    expect(await notice(page).count()).toBe(0);
  });

  detail('A redirect works after a failed request', async () => {
    const portal = await openGuestPortal();
    const page = await guest(portal);
    await enterEmail(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email address*').waitFor();
    await page.evaluate(() => sessionStorage.clear());
    let failures = 0;
    await page.route('**/api/guest/state', (route) => {
      failures += 1;
      return failures === 1 ? route.fulfill({ status: 429, json: {} }) : route.continue();
    });
    await redirect(portal, '/user/verify-code');
    await page.clock.runFor(5_100);
    await until('the request has failed', async () => failures > 0);
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(5_100);
    await page.waitForURL('/user/verify-code');
  });
});

detail('A prompt about the other page waits until the guest is there', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  await enterEmail(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Email address*').waitFor();
  await portal.app.messages.prompt({ ipAddress: HERE }, 'code', admin);
  await page.clock.runFor(6_100);
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await waitingPrompts(portal)).toEqual([{ prompt: 'code' }]);
  await page.goBack();
  const popup = page.getByRole('dialog', { name: 'Verification Code' });
  await popup.getByText('Please enter your verification code again').waitFor();
  await until('the prompt is cleared', async () => (await waitingPrompts(portal)).length === 0);
});

detail('A page opened in the background reports itself as away', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }));
  const reported = page.waitForRequest('**/api/guest/presence');
  await openEmailPage(page);
  expect((await reported).postDataJSON()).toEqual({ page: 'Email Entry Page', presence: 'away' });
});

detail('The guest pages report when they are hidden, visible again and closed', async () => {
  const portal = await openGuestPortal();
  const page = await guest(portal);
  // Requests during unload are invisible from outside the browser, so the page records them.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, init) => {
      if (String(address).endsWith('/presence'))
        localStorage.reported = `${localStorage.reported ?? ''}${init?.body} ${init?.keepalive}\n`;
      return fetch(address, init);
    };
  });
  let arrived = 0;
  portal.app.http.server.on('request', ({ url }) => {
    if (url === '/api/guest/presence') arrived += 1;
  });
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await openEmailPage(page);
  await setHidden(true);
  await setHidden(false);
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Enter the code*').waitFor();
  await setHidden(true);
  await until('all reports have arrived', async () => arrived === 3);
  await page.goto('/auth');
  await until('the last report has arrived', async () => arrived === 4);
  expect((await page.evaluate<string>(() => localStorage.reported)).trim().split('\n')).toEqual([
    '{"page":"Email Entry Page","presence":"away"} true',
    '{"page":"Email Entry Page","presence":"here"} true',
    '{"page":"Verify Code Page","presence":"away"} true',
    '{"page":"Verify Code Page","presence":"left"} true',
  ]);
  const closed = await page.context().newPage();
  await closed.goto('/');
  await closed.getByLabel('Enter the code*').waitFor();
  await closed.close();
  await until('the report of the closed tab has arrived', async () => arrived === 5);
});
