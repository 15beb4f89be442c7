import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PROOF_MS } from '../../server/sessions/access.ts';
import { createAccount } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, seeToast, signedInPage, visitor } from '../support/browser.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'mira@example.com';
const PHONE = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function downloaded(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await button(page, name).click();
  return readFileSync(await (await download).path(), 'utf8');
}

async function stepUp(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('An admin finds a person, downloads the data, places a hold, and erases the person after a step-up', async () => {
  const portal = await openPortal();
  const mira = await createAccount(portal.app, { email: EMAIL, firstName: 'Mira', lastName: 'Kolb' });
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/people');
  await page.getByText('There are no holds.').waitFor();
  await page.getByLabel('Email address').fill('nobody@example.com');
  await button(page, 'Find').click();
  await page.getByText('Nothing is stored about this person').waitFor();

  await page.goto(`/admin/users?user=${mira.id}`);
  await page.getByRole('link', { name: 'Data about this person' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/people' && url.search === '');
  await page.getByRole('region', { name: 'Stored data' }).getByText('Account', { exact: true }).waitFor();
  const report = await downloaded(page, 'Download page');
  expect(report).toContain(`Data about ${EMAIL}`);
  expect(report).toContain('Kolb');
  expect(JSON.parse(await downloaded(page, 'Download JSON'))).toMatchObject({ email: EMAIL });

  await button(page, 'Place a hold').click();
  await page.getByLabel('Reason').fill('A lawsuit');
  await button(page, 'Place the hold').click();
  await page.getByText('Please enter a date').waitFor();
  await page.getByLabel('Until').fill(new Date(portal.app.clock.now() + 7 * 86_400_000).toISOString().slice(0, 10));
  await button(page, 'Place the hold').click();
  await seeToast(page, 'Hold placed');
  await page.getByText(/^On hold until/).waitFor();
  expect(await button(page, 'Erase…').isDisabled()).toBe(true);
  await expectAccessible(page, 'a person on hold');
  await page.setViewportSize(PHONE);
  await expectToFit(page, 'a person on hold');
  await button(page, 'Remove the hold').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the hold' }).click();
  await page.getByText(/There's no hold/).waitFor();

  await button(page, 'Erase…').click();
  const dialog = page.getByRole('dialog', { name: `Erase ${EMAIL}?` });
  await dialog.getByLabel('Type the email address to confirm').fill('mira@example.org');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText(`Type ${EMAIL} to confirm.`).waitFor();
  await expectAccessible(page, 'the erase dialog');
  await expectToFit(page, 'the erase dialog');
  await dialog.getByLabel('Type the email address to confirm').fill(EMAIL);
  portal.app.clock.advance(PROOF_MS);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await stepUp(page);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('heading', { name: `${EMAIL} is erased` }).waitFor();
  await result.getByRole('list', { name: 'What was erased' }).getByText('Account', { exact: true }).waitFor();
  await expectAccessible(page, 'the result of an erasure');
  expect(await portal.app.db.selectFrom('users').select('id').where('id', '=', mira.id).execute()).toEqual([]);
});

test('A guest sees, downloads and erases what is stored for the address they confirmed', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const page = await visitor(portal, { viewport: PHONE });
  await page.clock.install();
  await page.goto('/user/my-data');
  await page.getByRole('heading', { name: 'Please confirm your address' }).waitFor();
  await button(page, 'Confirm your address').click();
  await page.getByLabel('Email address*').fill(EMAIL);
  await button(page, 'Continue').click();
  await page.getByLabel('Enter the code*').fill(codeIn(await smtp.mail()));
  await button(page, 'Continue').click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);

  await page.getByRole('link', { name: 'See or erase what is stored about you' }).click();
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await page.getByText('Confirmed address', { exact: true }).click();
  await page.getByRole('definition').getByText(EMAIL).first().waitFor();
  await expectAccessible(page, 'what is stored for a guest');
  await expectToFit(page, 'what is stored for a guest');
  expect(await downloaded(page, 'Download as a page')).toContain(EMAIL);
  expect(JSON.parse(await downloaded(page, 'Download for programs (JSON)'))).toMatchObject({ email: EMAIL });

  await button(page, 'Erase everything').click();
  const dialog = page.getByRole('dialog', { name: 'Erase everything?' });
  await expectAccessible(page, 'the question before erasing');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('heading', { name: 'Your data is erased' }).waitFor();
  expect(await portal.app.db.selectFrom('verified_addresses').select('email').execute()).toEqual([]);

  await page.reload();
  await page.getByRole('heading', { name: 'Please confirm your address' }).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
});
