import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, expectToFit, openPortal, seeToast, signedInPage, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { guestRow } from '../support/help-desk.ts';
import { TestSmtp } from '../support/smtp.ts';

const SENDER = 'Message from the support team of Example Ltd';
const WARNING = 'Only the code from our mail (no-reply@localhost) belongs here. Never tell anyone your code.';

/** A guest who asked for help, and the page of an admin who sees it. */
async function openStory(reason: string) {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' });
  const guest = await visitor(portal, { viewport: { width: 390, height: 844 } });
  await guest.goto('/');
  await guest.getByLabel('Email address*').fill('guest@example.com');
  await guest.getByRole('button', { name: 'Continue' }).click();
  await guest.getByLabel('Enter the code*').waitFor();
  await smtp.mail(1);
  await guest.getByRole('button', { name: 'I need help' }).click();
  await guest.getByRole('button', { name: reason }).click();
  await guest.getByText("We've told the support team.").waitFor();
  const staff = await signedInPage(portal, ADMIN);
  await staff.goto('/admin/guest-activity?view=all');
  const guests: Guest[] = (await (await signedIn(portal.app, ADMIN)).get('/api/admin/guests')).json();
  return { smtp, guest, staff, row: guestRow({ page: staff }, (guests[0] as Guest).tag) };
}

const choice = (staff: Page) => staff.getByRole('dialog', { name: /^Reply to Guest/ });
async function openChoice(staff: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^More for Guest/ }).click();
  await staff.getByRole('menuitem', { name: 'Reply' }).click();
}
const wordsIn = async (place: Locator) => ((await place.textContent()) ?? '').replaceAll(/\s+/g, ' ');

test('A helper chooses a reply that fits, sees it as the guest will, and the guest reads it', async () => {
  const { guest, staff, row } = await openStory("I didn't get the email");
  await openChoice(staff, row);
  await choice(staff).getByText("Asked for help: I didn't get the email").waitFor();
  const replies = await choice(staff)
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')));
  expect(replies).toEqual([
    'Please check your spam folder',
    "We've just sent you a new code",
    'Please check your email address',
  ]);
  await expectAccessible(staff, 'the choice of a reply');
  const preview = choice(staff).getByRole('figure');
  expect(await wordsIn(preview)).toContain(`${SENDER}Please check your spam folder${WARNING}`);
  await choice(staff).getByRole('button', { name: 'Send reply' }).click();
  await seeToast(staff, 'Reply Sent', 'Guest will see “Please check your spam folder” on their screen.');

  const popup = guest.getByRole('dialog', { name: 'Please check your spam folder' });
  await popup.waitFor();
  expect(await wordsIn(popup)).toBe(`${SENDER}Please check your spam folder${WARNING}Got it`);
  await expectAccessible(guest, 'a reply');
  await popup.getByRole('button', { name: 'Got it' }).click();
  await popup.waitFor({ state: 'hidden' });
  await row.getByText('Reply “Please check your spam folder” · seen').waitFor();
});

detail('The reply about a new code comes with the code', async () => {
  const { smtp, guest, staff, row } = await openStory("My code isn't accepted");
  await row.getByRole('button', { name: /^Details of Guest/ }).click();
  const panel = staff.getByRole('dialog', { name: 'Guest', exact: true });
  await panel.getByRole('button', { name: /^Reply to Guest/ }).click();
  // Fits best, so it is chosen already.
  await choice(staff).getByText('The guest will see this once the email is sent:').waitFor();
  await choice(staff).getByRole('button', { name: 'Send a new code and reply' }).click();
  await seeToast(staff, 'Code Resent');
  await smtp.mail(2);
  const popup = guest.getByRole('dialog', { name: "We've just sent you a new code" });
  await popup.getByRole('button', { name: 'Got it' }).click();
  await panel.getByText("We've just sent you a new code").first().waitFor();
});

detail('A reply reaches a guest on the email page, and the choice fits a phone', async () => {
  const { guest, staff, row } = await openStory('My address is wrong');
  await guest.getByRole('button', { name: 'Edit' }).click();
  await guest.getByLabel('Email address*').waitFor();
  await staff.setViewportSize({ width: 390, height: 844 });
  await openChoice(staff, row);
  await choice(staff).getByRole('radio', { name: 'Please check your email address', checked: true }).waitFor();
  await expectToFit(staff, 'the choice of a reply');
  await choice(staff).getByRole('button', { name: 'Send reply' }).click();
  const popup = guest.getByRole('dialog', { name: 'Please check your email address' });
  await popup.getByRole('button', { name: 'Got it' }).click();
  await popup.waitFor({ state: 'hidden' });
});
