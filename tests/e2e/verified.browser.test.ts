import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignJWT } from 'jose';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, type TestApp } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { insertVerified, verifiedRow } from '../support/verified.ts';

const GATE_SECRET = 'a-shared-secret-of-the-gate-long-enough';
const EMAIL = 'anna@example.com';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

function gateToken(app: TestApp): Promise<string> {
  const iat = Math.floor(app.clock.now() / 1000);
  return new SignJWT({ order: 4711, campaign: ['autumn', 'returning'], vip: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('guest-gate')
    .setSubject('customer-77')
    .setIssuedAt(iat)
    .setExpirationTime(iat + 600)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(GATE_SECRET));
}

/** Older addresses, a minute apart, the last one an hour ago. */
async function earlier(app: TestApp, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) =>
    verifiedRow(`v-${String(index).padStart(4, '0')}`, {
      email: `guest${index}@${index % 2 === 0 ? 'example.com' : 'example.org'}`,
      verified_at: app.clock.now() - 3_600_000 - (count - index) * 60_000,
    }),
  );
  await insertVerified(app, rows);
}

const address = (page: Page, email: string) => page.getByRole('button', { name: email, exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Verified address' });
const linesOf = async (download: Download) => (await readFile(await download.path(), 'utf8')).trim().split('\r\n');

/** A guest comes from the relying site and enters the right code in a browser of their own. */
async function verifies(portal: Portal, smtp: TestSmtp): Promise<void> {
  const guest = await visitor(portal);
  await guest.goto(`/redirect?token=${await gateToken(portal.app)}`);
  await guest.getByLabel('Email address*').fill(EMAIL);
  await guest.getByRole('button', { name: 'Continue' }).click();
  await guest.getByLabel('Enter the code*').fill(codeIn(await smtp.mail()));
  await guest.getByRole('button', { name: 'Continue' }).click();
  await guest.getByRole('dialog', { name: 'Processing Request' }).waitFor();
}

test('A verified address appears without a reload, and the admin exports, searches and opens it', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url, GATE: 'token', GATE_SECRET });
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/guest-activity');
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Verified' }).click();
  await page.waitForURL('**/admin/verified');
  await page.getByRole('heading', { level: 1, name: 'Verified' }).waitFor();
  await page.getByText('No verified addresses yet').waitFor();
  await expectAccessible(page, 'no verified addresses');
  await earlier(portal.app, 150);

  await verifies(portal, smtp);
  await address(page, EMAIL).waitFor();
  // Counts are cached for two seconds.
  portal.app.clock.advance(2_000);
  await page.getByText('151 addresses', { exact: true }).waitFor();
  await expectAccessible(page, 'verified addresses');

  // Exports the visible rows, then everything that matches.
  const shown = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await shown).suggestedFilename()).toMatch(/^verified-addresses-\d{4}-\d\d-\d\d\.csv$/);
  const newest = (await linesOf(await shown))[1];
  expect(newest).toContain(`,${EMAIL},`);
  expect(newest).toContain(',no,customer-77,');
  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  await seeToast(page, 'Export complete', '151 addresses saved');
  const file = await linesOf(await all);
  expect([file.length, file[1]]).toEqual([152, newest]);

  const search = page.getByLabel('Search verified addresses');
  await search.fill('nobody@');
  await page.getByText('No verified addresses found').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await address(page, 'guest149@example.org').waitFor();
  await search.fill('CUSTOMER-7');
  await page.waitForURL('**/admin/verified?q=CUSTOMER-7');
  await page.getByText('1 address', { exact: true }).waitFor();

  await address(page, EMAIL).click();
  await page.waitForURL(/\/admin\/verified\?q=CUSTOMER-7&address=[\w-]+$/);
  const panel = panelOf(page);
  for (const text of ['customer-77', '4711', 'autumn, returning', 'Yes', 'No help from staff'])
    await panel.getByText(text, { exact: true }).first().waitFor();
  await expectAccessible(page, 'the panel of a verified address');
  const link = page.url();
  await panel.getByRole('link', { name: 'View guest' }).click();
  await page.getByRole('dialog', { name: 'Guest', exact: true }).waitFor();
  await page.goto(link);
  await panelOf(page).getByRole('link', { name: 'Show activity of this address' }).click();
  await page.getByRole('button', { name: new RegExp(`confirmed the address ${EMAIL}$`), expanded: false }).click();
  await page.getByRole('button', { name: /entered the address a…a@/ }).waitFor();
  await page.goto('/admin/activity');
  await page.getByRole('button', { name: 'admin exported the verified addresses', exact: true }).waitFor();

  await page.goto('/admin/verified?address=nothing');
  await panelOf(page).getByText('This verified address is no longer kept').waitFor();
});

detail('On a dark phone the addresses and their panel are readable', async () => {
  const portal = await openPortal();
  await earlier(portal.app, 30);
  const phone = await signedInPage(portal, ADMIN, PHONE);
  await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await phone.goto('/admin/verified');
  await phone.getByText('30 addresses', { exact: true }).waitFor();
  await expectAccessible(phone, 'verified addresses on a phone, dark');
  await address(phone, 'guest29@example.org').tap();
  await panelOf(phone).getByText('The guest came without a token.').waitFor();
  await expectAccessible(phone, 'the panel on a phone, dark');
  await expectToFit(phone, 'the panel of an address');
});

detail('A last day before the first one is an error, and Reset clears both', async () => {
  const portal = await openPortal();
  await earlier(portal.app, 30);
  const phone = await signedInPage(portal, ADMIN, PHONE);
  await phone.goto('/admin/verified');
  await phone.getByText('30 addresses', { exact: true }).waitFor();
  await phone.getByLabel('From').fill('2026-01-02');
  await phone.getByLabel('To').fill('2026-01-01');
  await phone.getByText('The end date is before the start date.').waitFor();
  await phone.getByRole('button', { name: 'Reset' }).click();
  await phone.waitForURL('**/admin/verified');
  await phone.getByText('30 addresses', { exact: true }).waitFor();
});
