import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { callWith, WITH_KEYS } from '../support/api-key.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, seeToast, signedInPage } from '../support/browser.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name });

test('An admin makes an API key, a second one confirms it, and both see it end', async () => {
  const portal = await openPortal(WITH_KEYS);
  const { app } = portal;
  await createAccount(app, { username: 'second', role: 'admin' });
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/admin/api-keys');
  await page.getByText('No API keys').waitFor();
  await expectAccessible(page, 'no API keys');

  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await dialog.getByText('Choose at least one scope').waitFor();
  await dialog.getByLabel('Name').fill('CRM');
  await dialog.getByLabel('users:read').check();
  await dialog.getByLabel('verified:read').check();
  await dialog.getByLabel('Networks (optional)').fill('192.0.2.0/24, 2001:db8::1');
  await expectAccessible(page, 'a new API key');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await dialog.getByRole('heading', { name: 'API key made' }).waitFor();
  const key = (await dialog.locator('code').textContent()) as string;
  const read = async (url: string) => (await callWith(app, key, { url }, '192.0.2.7')).statusCode;
  expect([await read('/api/admin/users'), await read('/api/admin/verified')]).toEqual([200, 403]);
  await expectAccessible(page, 'the key, shown once');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'CRM').getByText('Waiting', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await page.getByRole('button', { name: 'Confirm CRM' }).count()).toBe(0);

  const other = await signedInPage(
    portal,
    { username: 'second', password: PASSWORD },
    { viewport: { width: 390, height: 844 } },
  );
  await other.goto('/admin/api-keys');
  await rowOf(other, 'CRM').getByText('Only from 192.0.2.0/24, 2001:db8::1').waitFor();
  await expectToFit(other, 'API keys');
  await expectAccessible(other, 'API keys on a phone');
  await other.getByRole('button', { name: 'Confirm CRM' }).click();
  await seeToast(other, 'API key confirmed');
  await rowOf(other, 'CRM').getByText('confirmed by second').waitFor();
  expect(await read('/api/admin/verified')).toBe(200);

  await other.getByRole('button', { name: 'End CRM' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'End key' }).click();
  await seeToast(other, 'API key ended');
  expect(await read('/api/admin/users')).toBe(401);
  await other.getByText('No API keys').waitFor();
});

test('The page exists only where the operator switched API keys on', async () => {
  const page = await signedInPage(await openPortal(), ADMIN);
  await page.goto('/admin/settings');
  const navigation = page.getByRole('navigation', { name: 'Admin pages' });
  await navigation.getByRole('link', { name: 'Settings' }).waitFor();
  expect(await navigation.getByRole('link', { name: 'API Keys' }).count()).toBe(0);
  await page.goto('/admin/api-keys');
  await page.getByText('API keys are switched off').waitFor();
});
