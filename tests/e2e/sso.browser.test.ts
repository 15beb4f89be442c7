import { expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, seeToast, signedInPage, visitor } from '../support/browser.ts';
import { IdentityProvider } from '../support/identity-provider.ts';

test('Staff link their account once and then sign in without a password', async () => {
  const provider = await IdentityProvider.start();
  const portal = await openPortal({ ...provider.env });
  const stranger = await visitor(portal);
  const bySso = { name: 'Sign in with single sign-on' };

  // No account is linked yet.
  await stranger.goto('/admin/login');
  await stranger.getByRole('link', bySso).click();
  await stranger.getByText('is not linked to an account here').waitFor();
  expect(new URL(stranger.url()).pathname).toBe('/admin/login');
  await expectAccessible(stranger, 'the sign-in page with single sign-on');

  const admin = await signedInPage(portal, ADMIN);
  await admin.goto('/');
  await admin.getByRole('button', { name: 'Link', exact: true }).click();
  await seeToast(admin, 'Single sign-on linked');
  const { host } = new URL(provider.issuer);
  await admin.getByText(new RegExp(`^Linked to ${host} since .*, not used yet$`)).waitFor();
  expect(new URL(admin.url()).search).toBe('');
  await expectAccessible(admin, 'the account with single sign-on');
  await admin.getByRole('button', { name: 'Sign out' }).click();
  await admin.waitForURL('**/auth');

  // Single sign-on leads back to the requested page, filters included.
  await admin.goto('/admin/login?next=%2Fadmin%2Fusers%3Frole%3Dadmin');
  await admin.getByRole('link', bySso).click();
  await admin.waitForURL('**/admin/users?role=admin');
  await admin.getByRole('heading', { name: 'User Management' }).waitFor();

  const other = await signedInPage(portal, ADMIN);
  await other.goto('/');
  await other.getByRole('button', { name: 'Unlink' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await seeToast(other, 'Single sign-on unlinked');
  await other.getByRole('button', { name: 'Link', exact: true }).waitFor();
  await stranger.goto('/auth');
  await stranger.getByRole('link', bySso).click();
  await stranger.getByText('is not linked to an account here').waitFor();
});

test('Without a provider no page mentions single sign-on', async () => {
  const portal = await openPortal();
  const page = await signedInPage(portal, ADMIN);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await page.getByText('Single sign-on').count()).toBe(0);
  const stranger = await visitor(portal);
  await stranger.goto('/auth');
  await stranger.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  expect(await stranger.getByText('single sign-on').count()).toBe(0);
});
