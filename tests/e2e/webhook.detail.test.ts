import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, type Portal, seeToast, signedInPage } from '../support/browser.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { WebhookTarget } from '../support/webhook-target.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Webhook' });
const rowOf = (page: Page, text: string) => card(page).getByRole('listitem').filter({ hasText: text });

async function settings(portal: Portal, options = {}): Promise<Page> {
  const page = await signedInPage(portal, ADMIN, options);
  await page.goto('/admin/settings#webhook');
  await card(page).waitFor();
  return page;
}

async function verify({ app }: Portal, smtp: TestSmtp, email: string): Promise<void> {
  const guest = app.client();
  const before = smtp.received.length;
  await guest.post('/api/user/send-verification-code', { email });
  const code = codeIn(await smtp.mail(before + 1));
  expect((await guest.post('/api/user/verify-code', { email, code })).json()).toEqual({ success: true });
}

test('An admin sees the deliveries of results and resends a failed one', async () => {
  const [smtp, target] = [await TestSmtp.start(), await WebhookTarget.start()];
  const portal = await openPortal({ SMTP_URL: smtp.url, ...target.env });
  const page = await settings(portal);
  await card(page).getByText(`127.0.0.1:${target.port}`).waitFor();
  await card(page).getByText('/hooks/gatehouse', { exact: true }).waitFor();
  await card(page)
    .getByText(/^Deliveries appear here/)
    .waitFor();
  expect(await card(page).textContent()).not.toContain('kept-secret');

  await verify(portal, smtp, 'anna@gmail.com');
  await until('the first result has arrived', () => target.received.length === 1);
  target.behaviour = 410;
  await verify(portal, smtp, 'hugo@gmail.com');
  await until('the second result was rejected', () => target.received.length === 2);
  const refresh = card(page).getByRole('button', { name: 'Refresh deliveries' });
  const failed = rowOf(page, 'h…o@gmail.com').getByText('1 try · 410 Gone');
  await until('the list shows the failure', async () => {
    await refresh.click();
    return failed.isVisible();
  });
  await card(page)
    .getByText(/^Results have failed since/)
    .waitFor();
  await rowOf(page, 'a…a@gmail.com').getByText('1 try · 204 No Content').waitFor();
  expect(await rowOf(page, 'a…a@gmail.com').getByRole('button').count()).toBe(0);
  await expectAccessible(page, 'the deliveries');

  target.behaviour = 200;
  await page.getByRole('button', { name: 'Send again: the result for h…o@gmail.com' }).click();
  await seeToast(page, 'Sending again');
  await rowOf(page, 'h…o@gmail.com').getByText('1 try · 200 OK').waitFor();
  await card(page)
    .getByText(/^Results have failed since/)
    .waitFor({ state: 'hidden' });
  expect(new Set(target.received.slice(1).map(({ id }) => id)).size).toBe(1);
  await page.goto('/admin/activity');
  await page.getByText('resent the result for h…o@gmail.com to the webhook').first().waitFor();
});

test('An admin sees events beside results, filters them by type and resends one', async () => {
  const target = await WebhookTarget.start();
  target.behaviour = 410;
  // Signing in is the first event.
  const portal = await openPortal(target.eventsEnv);
  const admin = await signedIn(portal.app, ADMIN);
  expect((await admin.post('/api/admin/users', { username: 'mira', role: 'user' })).statusCode).toBe(200);
  await until('both were rejected', () => target.types.includes('user.created') && target.received.length >= 2);
  const page = await settings(portal);
  await card(page).getByText('Events go to').waitFor();
  await card(page).getByText('Results are not sent anywhere.').waitFor();
  await card(page)
    .getByText(/^Events have failed since/)
    .waitFor();
  await rowOf(page, 'Staff signed in').first().waitFor();
  await card(page).getByRole('combobox', { name: 'Type of delivery' }).selectOption('User created');
  await until(
    'only that type is listed',
    async () => (await card(page).getByRole('list', { name: 'Last deliveries' }).getByRole('listitem').count()) === 1,
  );
  await expectAccessible(page, 'the deliveries of events');
  target.behaviour = 200;
  await page.getByRole('button', { name: 'Send again: User created' }).click();
  await seeToast(page, 'Sending again');
  await rowOf(page, 'User created').getByText('1 try · 200 OK').waitFor();
  await card(page).getByRole('combobox', { name: 'Type of delivery' }).selectOption('Guest verified');
  await card(page).getByText('No delivery of this type is kept.').waitFor();
});

test('Without a webhook the page says which setting configures it', async () => {
  const page = await settings(await openPortal(), { viewport: { width: 390, height: 800 } });
  await card(page)
    .getByText(/^Results are not sent anywhere\./)
    .waitFor();
  await card(page).getByText('OUTCOME_WEBHOOK_URL', { exact: true }).waitFor();
  await expectAccessible(page, 'no webhook');
});
