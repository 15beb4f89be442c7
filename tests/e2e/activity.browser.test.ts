import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, type TestApp } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  signedInPage,
  untilFocused,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const GUEST = '203.0.113.7';
const AGENT = `Mozilla/5.0 (X11; Linux x86_64) ${'very long '.repeat(20)}Chrome/140.0.0.0`;

const VIEWED = /^Guest [2-9A-Z]{4} \(203\.0\.113\.7\) viewed the Email Entry Page$/;

const sentence = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Activity entry' });

/** Ann redirects Hugo Jensen to a security check and his page follows; a guest opens a page. */
async function somethingHappens(portal: Portal) {
  const { app } = portal;
  const hugo = await createAccount(app, { username: 'hugo', firstName: 'Hugo', lastName: 'Jensen' });
  await createAccount(app, { username: 'ann', firstName: 'Ann', role: 'admin' });
  const client = await signedIn(app, { username: 'hugo' });
  const ann = await signedIn(app, { username: 'ann' });
  await ann.post('/api/admin/redirects', { userId: hugo.id, destinationPath: '/security-check', reason: 'New device' });
  await client.get('/api/user/check-redirect');
  const guest = app.client({ ip: GUEST, userAgent: AGENT });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  return { hugo, ann };
}

test('An entry is a sentence with an address of its own, and links to its user', async () => {
  const portal = await openPortal();
  const { hugo } = await somethingHappens(portal);
  const page = await signedInPage(portal, ADMIN, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/admin/activity');
  await sentence(page, 'Hugo Jensen (hugo) was redirected to Security Check by ann: “New device”').waitFor();
  await sentence(page, 'Hugo Jensen (hugo) signed in').waitFor();
  await sentence(page, VIEWED).waitFor();
  await sentence(page, 'Ann (ann) redirected Hugo Jensen (hugo) to Security Check: “New device”').click();
  await page.waitForURL(/\/admin\/activity\?entry=[\w-]+$/);
  const panel = panelOf(page);
  await panel.getByRole('link', { name: 'Ann (ann)', exact: true }).first().waitFor();
  await expectAccessible(page, 'the panel of an entry');
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await panel.getByText('Copied').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(page.url());
  await panel.getByRole('link', { name: 'View user' }).click();
  await page.waitForURL(`**/admin/users?user=${hugo.id}`);
  await page.goBack();
  await panelOf(page).waitFor();

  // Opened by an admin whose filtered list does not contain the entry.
  await page.goto(address.replace('?', '?filter=failed&'));
  await page.getByText('No activity logs found').waitFor();
  await panelOf(page).getByText('Ann (ann) redirected Hugo Jensen (hugo) to Security Check').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/admin/activity?filter=failed');
  await page.goto('/admin/activity?entry=nothing');
  await panelOf(page).getByText('This entry is no longer in the log').waitFor();
});

detail('Entries keep the name of a deleted account, show its id and link nowhere', async () => {
  const portal = await openPortal();
  const { hugo, ann } = await somethingHappens(portal);
  const page = await signedInPage(portal, ADMIN);
  await ann.request({ method: 'DELETE', url: `/api/admin/users/${hugo.id}` });
  await page.goto('/admin/activity');
  await sentence(page, 'Ann (ann) deleted the account of Hugo Jensen (hugo)').waitFor();
  await sentence(page, 'Hugo Jensen (hugo) (account deleted) signed in').click();
  await panelOf(page).getByText(hugo.id).waitFor();
  expect(await panelOf(page).getByRole('link', { name: 'View user' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await sentence(
    page,
    'Ann (ann) redirected Hugo Jensen (hugo) (account deleted) to Security Check: “New device”',
  ).click();
  await panelOf(page).getByText('Security Check').first().waitFor();
  expect(await panelOf(page).getByRole('link', { name: /^View/ }).count()).toBe(0);
});

const EMAIL = 'a.guest.with.quite.a.long.name@mailboxes.example.com';

/** A guest gives an address, mistypes the code once and then confirms the address. */
async function confirmedAtSecondTry(): Promise<Portal> {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const guest = portal.app.client({ ip: GUEST });
  const step = async (path: string, body: object) => {
    portal.app.clock.advance(1_000);
    return guest.post(path, body);
  };
  await step('/api/guest/log-activity', { page: 'Email Entry Page' });
  await step('/api/guest/submit-email', { email: EMAIL });
  await step('/api/user/send-verification-code', { email: EMAIL });
  const code = codeIn(await smtp.mail());
  for (const typed of [otherCode(code), code]) {
    await step('/api/guest/submit-code', { email: EMAIL, code: typed });
    await step('/api/user/verify-code', { email: EMAIL, code: typed });
  }
  return portal;
}

const otherCode = (code: string) => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

const CONFIRMED =
  /^Guest [2-9A-Z]{4} \(203\.0\.113\.7\) confirmed the address a\.guest\.with\.quite\.a\.long\.name@mailboxes\.example\.com after 1 wrong code$/;

/** With the masked email only where no column shows it. */
const WRONG = /^Guest [2-9A-Z]{4} \(203\.0\.113\.7\) entered a wrong code$/;
const WRONG_ON_PHONE = /^Guest [2-9A-Z]{4} \S+ \(203\.0\.113\.7\) entered a wrong code$/;

detail('The steps of one code are one line in plain words, and the line opens', async () => {
  const portal = await confirmedAtSecondTry();
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/activity');
  const line = sentence(page, CONFIRMED);
  await line.waitFor();
  await page.getByText('5 steps', { exact: true }).waitFor();
  const wrong = sentence(page, WRONG);
  expect(await wrong.count()).toBe(0);
  await page.getByText('Viewed a page · Email Entry Page').waitFor();
  expect(await page.getByText(/page_view|code_entry|code_success|email_entry/).count()).toBe(0);

  await line.focus();
  await page.keyboard.press('Enter');
  await wrong.waitFor();
  expect(await line.getAttribute('aria-expanded')).toBe('true');
  const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40]));
  await expectAccessible(page, 'the steps of a code');
  await wrong.click();
  await panelOf(page).getByText('Wrong code', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panelOf(page).waitFor({ state: 'detached' });
  await line.click();
  await wrong.waitFor({ state: 'detached' });
  expect(await line.getAttribute('aria-expanded')).toBe('false');
});

/** The words of an address that are drawn on two lines. */
const cutWords = (where: Locator) =>
  where.evaluate((element) => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\w-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) cut.push(word);
      }
    }
    return cut;
  });

detail('On a phone no word of an address is cut in two', async () => {
  const portal = await confirmedAtSecondTry();
  const phone = await signedInPage(portal, ADMIN, PHONE);
  await phone.goto('/admin/activity');
  const line = sentence(phone, CONFIRMED);
  await line.tap();
  await sentence(phone, WRONG_ON_PHONE).waitFor();
  await expectToFit(phone, 'the steps of a code');
  expect(await cutWords(phone.getByRole('list', { name: 'Activity' }))).toEqual([]);
  await sentence(phone, /confirmed the address \S+\.example\.com$/).tap();
  await panelOf(phone).getByText('What happened').waitFor();
  expect(await cutWords(panelOf(phone).locator('p').first())).toEqual([]);
  await phone.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(phone, 'an entry with a long address on a phone, dark');
});

/** Presses Tab until the wanted control has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  await until('the control has the focus', async () => {
    await page.keyboard.press('Tab');
    return wanted.evaluate((element) => element === document.activeElement);
  });
}

detail('The whole user agent is readable by keyboard and by touch, in both logs', async () => {
  const portal = await openPortal();
  await somethingHappens(portal);
  const page = await signedInPage(portal, ADMIN);
  const views = sentence(page, VIEWED);
  await page.goto('/admin/activity');
  await page.getByLabel('Search activity').focus();
  await tabTo(page, views);
  await page.keyboard.press('Enter');
  await panelOf(page).getByText(AGENT).waitFor();
  await panelOf(page).getByRole('link', { name: 'View guest' }).waitFor();
  await page.keyboard.press('Escape');
  await panelOf(page).waitFor({ state: 'detached' });
  await untilFocused(views);

  await page.goto('/admin/guest-activity');
  await page.getByLabel('Select all logs').focus();
  await tabTo(page, page.getByRole('table', { name: 'Guest log' }).getByRole('button', { name: 'Viewed a page' }));
  await page.keyboard.press('Enter');
  await panelOf(page).getByText(AGENT).waitFor();
  await panelOf(page).getByRole('link', { name: 'View guest' }).click();
  await page.getByRole('dialog', { name: 'Guest', exact: true }).getByText(GUEST).first().waitFor();

  const phone = await signedInPage(portal, ADMIN, PHONE);
  await phone.goto('/admin/activity');
  await sentence(phone, VIEWED).tap();
  await panelOf(phone).getByText(AGENT).waitFor();
  await expectToFit(phone, 'the log');
  await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(phone, 'the panel of an entry on a phone, dark');
  await phone.goto('/admin/guest-activity');
  await phone.getByRole('button', { name: 'Viewed a page' }).tap();
  await panelOf(phone).getByText(AGENT).waitFor();
  await expectToFit(phone, 'the log');
});

async function manyViews(app: TestApp, count: number): Promise<void> {
  const place = { ip_address: GUEST, location: 'Norway', device: 'Chrome', user_agent: 'x' };
  const view = {
    user_id: `guest_${GUEST.replaceAll('.', '_')}`,
    action: 'page_view',
    page: 'Email Entry Page',
  } as const;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `view-${String(index).padStart(4, '0')}`,
    ...view,
    ...place,
    details: null,
    created_at: app.clock.now() - count + index,
  }));
  await app.db.insertInto('activity').values(rows).execute();
}

detail('Both logs show the number of all entries, and so does Delete All', async () => {
  const portal = await openPortal();
  await manyViews(portal.app, 1_234);
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/activity');
  await page.getByText('1,235 entries', { exact: true }).waitFor();
  await page.goto('/admin/activity?filter=login');
  await page.getByText('1 entry', { exact: true }).waitFor();
  await page.goto('/admin/guest-activity');
  await page.getByText('1,234 entries', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete All (1,234)' }).click();
  await page.getByText('Are you sure you want to delete all 1,234 activity logs?').waitFor();
  await page.getByRole('button', { name: 'Delete all', exact: true }).click();
  await page.getByText('Successfully deleted 1,234 activity logs.').waitFor();
  await page.getByText('0 entries', { exact: true }).waitFor();
});
