import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, type TestApp } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, signedInPage } from '../support/browser.ts';
import { guest as deskGuest, openDesk } from '../support/help-desk.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

/** Emails of the last hours: for each domain a number of emails and their typical seconds. */
async function past(app: TestApp, domains: readonly (readonly [string, number, number])[]): Promise<void> {
  const rows = domains.flatMap(([domain, cases, seconds]) =>
    Array.from({ length: cases }, (_, index) => ({
      id: `${domain}-${index}`,
      domain,
      verified_at: app.clock.now() - index * 60_000,
      took_ms: Math.round(seconds * 1000 * (0.5 + index / cases)),
    })),
  );
  await app.db.insertInto('mail_times').values(rows).execute();
  await app.deliveryTimes.read();
}

const card = (page: Page) => page.getByRole('region', { name: 'Delivery times' });

const DOMAINS = [
  ['gmail.com', 84, 20],
  ['gmx.de', 61, 34],
  ['outlook.com', 52, 70],
  ['bluewin.ch', 40, 28],
  ['web.de', 33, 150],
  ['a-rather-long-name-of-a-company.example.co.uk', 26, 41],
  ['yahoo.co.jp', 22, 63],
] as const;

describe('Delivery times', () => {
  test('The card explains itself while it is empty, then lists delivery times, the busiest domains first', async () => {
    const portal = await openPortal();
    const page = await signedInPage(portal, ADMIN);
    await page.goto('/admin');
    await card(page).getByText('confirmed 20 of its addresses within 24 hours').waitFor();
    await expectAccessible(page, 'without delivery times');
    await past(portal.app, DOMAINS);
    await page.reload();
    const rows = card(page).getByRole('row');
    await card(page).getByRole('rowheader', { name: 'gmail.com' }).waitFor();
    expect(await rows.count()).toBe(7);
    expect(await rows.nth(1).getByRole('cell').allInnerTexts()).toEqual(['20 s', '30 s', '84']);
    await card(page).getByRole('button', { name: 'Show all 7 domains' }).press('Enter');
    await card(page).getByRole('rowheader', { name: 'yahoo.co.jp' }).waitFor();
    await card(page).getByRole('button', { name: 'Show the busiest' }).waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page, `delivery times, ${width} px`);
      await expectToFit(page, 'delivery times');
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible(page, 'delivery times, dark', ['color-contrast']);
  });

  test('A guest whose email was sent shows the usual delivery time', async () => {
    const { page } = await openDesk([deskGuest('waits')], '/admin/guest-activity');
    await page
      .getByRole('button', { name: /^Details of Guest/ })
      .first()
      .click();
    await page.getByText('usually within 25 s').first().waitFor();
  });
});

test('The security check says why no email leaves, and how the mail server is reached', async () => {
  const smtp = await TestSmtp.start();
  await smtp.close();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const { app } = portal;
  await app.client().post('/api/user/send-verification-code', { email: 'guest@example.com' });
  await until('the circuit is open', () => app.outbox.openCircuit() !== null);
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin?check=security');
  const dialog = page.getByRole('dialog', { name: 'Security Check' });
  await dialog
    .getByText(/No email has been sent for .* The mail server refused the connection \(ECONNREFUSED\)/)
    .waitFor();
  await dialog.getByText('The mail server is on this machine').waitFor();
  await dialog.getByText('The portal does not sign emails (DKIM).').waitFor();
  await expectAccessible(page, 'security check');
  await smtp.open();
  app.clock.advance(5_000);
  await smtp.mail();
  await until('the email is sent', () => app.outbox.openCircuit() === null);
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await dialog.getByText(/The mail server accepted the last email less than a minute ago/).waitFor();
});
