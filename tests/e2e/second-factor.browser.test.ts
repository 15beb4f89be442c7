import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  fillSignIn,
  openPortal,
  type Portal,
  seeToast,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { addTotp, totpCode, wrongCode } from '../support/second-factor.ts';
import { plugInAuthenticator } from '../support/virtual-authenticator.ts';

const MIRA = { username: 'mira', password: PASSWORD };

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Save your recovery codes' });

/** Returns the codes on the screen and closes the only dialog that shows them. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = codesDialog(page);
  await dialog.waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await dialog.waitFor({ state: 'detached' });
  return codes;
}

/** The key is shown in groups of four. */
const keyIn = async (dialog: Locator) => ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');

/** Adds an app by typing the key from the page. */
async function addAppOn(page: Page, { app }: Portal): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Add an app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const secret = await keyIn(dialog);
  await dialog.getByLabel('Current code in the app').fill(totpCode(secret, app.clock.now()));
  const codes = await saveRecoveryCodes(page);
  // The next time step: the code of this one has been used.
  app.clock.advance(30_000);
  return { secret, codes };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('/auth');
}

/** Enters the right password, which leads to the second step. */
async function enterPassword(page: Page): Promise<void> {
  await fillSignIn(page, MIRA);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

async function seeAccount(page: Page): Promise<void> {
  await page.waitForURL('/user/email-entry');
  await page.getByRole('heading', { name: 'mira' }).waitFor();
}

describe('A passkey', () => {
  test('A passkey is added, signs in with and without the password, is renamed and removed', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await signedInPage(portal, MIRA);
    const device = await plugInAuthenticator(page);
    await page.goto('/user/email-entry');
    await section(page).getByText('Off', { exact: true }).waitFor();
    await section(page)
      .getByText(/^Anyone who learns your password can sign in as you/)
      .waitFor();
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await adding.getByLabel('Name').fill('Work laptop');
    await device.agrees(true);
    await adding.getByRole('button', { name: 'Add passkey' }).click();

    // Only the confirm button closes a dialog that is shown once.
    await codesDialog(page).waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'the recovery codes');
    const downloading = page.waitForEvent('download');
    await codesDialog(page).getByRole('button', { name: 'Download' }).click();
    const file = await (await downloading).path();
    const codes = await saveRecoveryCodes(page);
    expect(codes).toHaveLength(10);
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(expect.arrayContaining(codes));
    await section(page).getByText('On', { exact: true }).waitFor();
    await section(page).getByText('10 of 10 left. Each works once.').waitFor();
    await section(page)
      .getByText(/not used yet/)
      .waitFor();
    await expectAccessible(page, 'the account page with a passkey');

    await device.agrees(false);
    await signOut(page);
    await device.agrees(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await seeAccount(page);
    await section(page)
      .getByText(/last used/)
      .waitFor();

    await device.agrees(false);
    await signOut(page);
    await enterPassword(page);
    await expectAccessible(page, 'the second step');
    await device.agrees(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await seeAccount(page);

    await section(page).getByRole('button', { name: 'Rename passkey Work laptop' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
    await renaming.getByLabel('Name').fill('Key on my ring');
    await page.keyboard.press('Enter');
    await seeToast(page, 'Passkey renamed');
    await section(page).getByRole('button', { name: 'Remove passkey Key on my ring' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Remove passkey Key on my ring' });
    await asked.getByText(/^It’s your only second factor/).waitFor();
    await asked.getByRole('button', { name: 'Remove passkey' }).click();
    await section(page).getByText('Off', { exact: true }).waitFor();
    const user = await portal.app.db
      .selectFrom('users')
      .select('second_factor')
      .where('username', '=', 'mira')
      .execute();
    expect(user).toEqual([{ second_factor: 0 }]);
  });

  detail('A passkey is offered in the username field', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await signedInPage(portal, MIRA);
    const device = await plugInAuthenticator(page);
    await page.goto('/user/email-entry');
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    await device.agrees(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
    await saveRecoveryCodes(page);
    await signOut(page);
    await page.getByLabel('Username').focus();
    await seeAccount(page);
  });
});

describe('An authenticator app', () => {
  detail('Codes of an app and recovery codes sign in, and each works once', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const { app } = portal;
    const page = await signedInPage(portal, MIRA);
    await page.goto('/user/email-entry');
    await section(page).getByRole('button', { name: 'Add an app' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await adding.getByRole('img', { name: 'QR code for your app' }).waitFor();
    await expectAccessible(page, 'the dialog with the QR code');
    const shown = await keyIn(adding);
    await adding.getByLabel('Current code in the app').fill(wrongCode(shown, app.clock.now()));
    await adding.getByText(/^This code is wrong/).waitFor();
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await section(page).getByText('Off', { exact: true }).waitFor();
    const { secret, codes } = await addAppOn(page, portal);
    await section(page).getByText('Authenticator app').waitFor();

    await signOut(page);
    await enterPassword(page);
    const code = page.getByLabel('Code from your app');
    await code.fill(wrongCode(secret, app.clock.now()));
    await page.getByText(/^This code is wrong/).waitFor();
    await code.fill(totpCode(secret, app.clock.now()));
    await seeAccount(page);

    // The same code again, then a recovery code.
    await signOut(page);
    await enterPassword(page);
    await code.fill(totpCode(secret, app.clock.now()));
    await page.getByText(/^This code is wrong/).waitFor();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] as string);
    await page.keyboard.press('Enter');
    await seeAccount(page);
    await section(page).getByText('9 of 10 left. Each works once.').waitFor();

    await signOut(page);
    await enterPassword(page);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] as string);
    await page.keyboard.press('Enter');
    await page.getByText(/^This recovery code is wrong/).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByLabel('Username').waitFor();
    expect(await page.getByLabel('Recovery code').count()).toBe(0);
  });

  detail('New recovery codes replace the old ones, and the app can be removed', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await signedInPage(portal, MIRA);
    await page.goto('/user/email-entry');
    const { codes } = await addAppOn(page, portal);
    await section(page).getByRole('button', { name: 'New codes' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Make new recovery codes' });
    await asked.getByText(/The old ones stop working/).waitFor();
    await asked.getByRole('button', { name: 'Make new codes' }).click();
    const next = await saveRecoveryCodes(page);
    expect(new Set([...codes, ...next]).size).toBe(20);
    await section(page).getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
    await section(page).getByText('Off', { exact: true }).waitFor();
  });
});

detail('An admin who must have a second factor adds it first and then reaches the requested page', async () => {
  const portal = await openPortal({ REQUIRE_MFA: 'admins' });
  const page = await visitor(portal);
  await page.goto('/admin/login?next=%2Fadmin%2Fusers');
  await fillSignIn(page, ADMIN);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  await expectAccessible(page, 'the page that demands a second factor');
  await page.goto('/user/email-entry');
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  await page.goto('/admin/users');
  await addAppOn(page, portal);
  await page.getByRole('heading', { name: 'User Management' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/users');
});

detail('Another admin resets the second factor of a user who lost it', async () => {
  const portal = await openPortal();
  const { app } = portal;
  const mira = await createAccount(app);
  const client = await signedIn(app, MIRA);
  await addTotp(app, client);
  const page = await signedInPage(portal, ADMIN);
  await page.goto(`/admin/users?user=${mira.id}`);
  const panel = page.getByRole('dialog', { name: 'User Information' });
  await panel.getByRole('button', { name: 'Reset second factor' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Reset second factor of mira' });
  await asked.getByText(/make sure the request really came from them/).waitFor();
  await asked.getByRole('button', { name: 'Reset second factor' }).click();
  await seeToast(page, 'Success', 'Second factor reset');
  await panel.getByRole('button', { name: 'Reset second factor' }).waitFor({ state: 'detached' });
  expect((await client.get('/api/auth/user')).statusCode).toBe(401);

  const theirs = await visitor(portal);
  await theirs.goto('/auth');
  await fillSignIn(theirs, MIRA);
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
  await seeAccount(theirs);
});
