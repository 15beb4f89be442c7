import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PROOF_MS } from '../../server/sessions/access.ts';
import { createAccount } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, seeToast, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';

const stepUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

async function stepUp(page: Page, password: string = ADMIN.password) {
  await stepUpDialog(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('A step-up while saving settings rejects a wrong password; the right one saves what was typed', async () => {
  const portal = await openPortal();
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/settings');
  await page.getByLabel('Exit message').fill('Thank you, and goodbye');
  await page.getByLabel('Exit URL').fill('https://example.org/thanks');
  portal.app.clock.advance(PROOF_MS);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await stepUpDialog(page).waitFor();
  await expectAccessible(page, 'the step-up');
  await stepUp(page, 'not the password');
  await stepUpDialog(page).getByText('This password is not correct.').waitFor();
  expect((await portal.app.settings.forAdmin('nobody')).stored.exitMessage).not.toBe('Thank you, and goodbye');

  // Cancelling the step-up keeps everything that was typed.
  await page.keyboard.press('Escape');
  await stepUpDialog(page).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Exit message').inputValue()).toBe('Thank you, and goodbye');

  await page.getByRole('button', { name: 'Save Settings' }).click();
  await stepUp(page);
  await seeToast(page, 'Settings Updated');
  await stepUpDialog(page).waitFor({ state: 'detached' });
  const { stored } = await portal.app.settings.forAdmin('nobody');
  expect([stored.exitMessage, stored.exitUrl]).toEqual(['Thank you, and goodbye', 'https://example.org/thanks']);
});

detail('A step-up opens over another dialog and before a download', async () => {
  const portal = await openPortal();
  const mira = await createAccount(portal.app, { firstName: 'Mira', lastName: 'Kolb' });
  const page = await signedInPage(portal, ADMIN, { viewport: { width: 390, height: 844 } });
  await page.goto(`/admin/users?user=${mira.id}`);
  await page.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: /Helper/ }).check();
  portal.app.clock.advance(PROOF_MS);
  await page
    .getByRole('dialog', { name: /Change role of/ })
    .getByRole('button', { name: /helper/i })
    .click();
  await stepUpDialog(page).waitFor();
  await stepUp(page);
  await stepUpDialog(page).waitFor({ state: 'detached' });
  const role = () => portal.app.db.selectFrom('users').select('role').where('id', '=', mira.id).executeTakeFirst();
  await expect.poll(role).toEqual({ role: 'helper' });

  await page.goto('/admin/users');
  portal.app.clock.advance(PROOF_MS);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  await stepUp(page);
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('mira');
});
