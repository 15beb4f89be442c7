import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../contract/guests/help.rules.ts';
import { guestTag, publicGuestId } from '../../server/visitor/guest-id.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, seeToast, settled, signedInPage, stopTime, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { exitShown, setExit } from '../support/exit.ts';
import { guestRow } from '../support/help-desk.ts';
import { until } from '../support/process.ts';
import { expectUnsaid } from '../support/secrecy.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

/** Guests and admins, each with a page of their own, on a real server without fakes. */

const DESK = '/admin/guest-activity?view=all';

/** On PostgreSQL the two admins use two processes. */
async function openPortals() {
  const smtp = await TestSmtp.start();
  const env = { SMTP_URL: smtp.url };
  // Notices a lost connection sooner than the usual half minute.
  const guestSockets = { beatEveryMs: 1_000 };
  const first = await openPortal(env, { guestSockets });
  for (const username of ['ann', 'ben']) await createAccount(first.app, { username, role: 'admin' });
  const { database } = first.app;
  const second = database.env.DATABASE_URL === undefined ? first : await openPortal(env, { database, guestSockets });
  const pass = (ms: number) => {
    for (const { app } of new Set([first, second])) app.clock.advance(ms);
  };
  return { smtp, first, second, pass };
}

async function deskOf(portal: Portal, username: string, path = DESK): Promise<{ page: Page }> {
  const page = await signedInPage(portal, { username, password: PASSWORD });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page };
}

async function openGuest(portal: Portal, { time }: { time?: 'can be passed' } = {}) {
  const page = await visitor(portal);
  if (time !== undefined) await page.clock.install();
  await page.goto('/');
  await page.getByLabel('Email address*').waitFor();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'guest');
  const id = publicGuestId(portal.app.keys, cookie?.value.split('.', 1)[0] as string);
  return { page, id, tag: guestTag(id) };
}

async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address*').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Enter the code*').waitFor();
}

/** The only guest, as the server shows it to staff. */
async function asker({ app }: Portal): Promise<() => Promise<Guest | undefined>> {
  const admin = await signedIn(app, ADMIN);
  return async () => (await admin.get('/api/admin/guests')).json()[0];
}

test('A prompt reaches only its own guest behind a shared address, and one admin at a time helps', async () => {
  const { first, second } = await openPortals();
  const [one, other] = [await openGuest(first), await openGuest(second)];
  const ann = await deskOf(first, 'ann');
  const ben = await deskOf(second, 'ben');
  for (const desk of [ann, ben]) for (const { tag } of [one, other]) await guestRow(desk, tag).waitFor();

  // Without an address there is nothing to verify, so the button is disabled.
  const toVerify = guestRow(ann, one.tag).getByRole('button', { name: /to verify code$/ });
  expect(await toVerify.getAttribute('aria-disabled')).toBe('true');

  await one.page.getByRole('button', { name: 'I need help' }).click();
  await one.page.getByRole('button', { name: "I didn't get the email" }).click();
  await one.page.getByText("We've told the support team.").waitFor();
  for (const desk of [ann, ben]) {
    await guestRow(desk, one.tag).getByText(`Asked for help: ${HELP_WORDS.no_mail}`).waitFor();
    await desk.page.getByRole('tab', { name: 'Needs help 1' }).waitFor();
  }

  await guestRow(ann, one.tag)
    .getByRole('button', { name: /^Prompt/ })
    .click();
  await one.page.getByRole('dialog', { name: 'Email Required' }).waitFor();
  await guestRow(ann, one.tag).getByText('Email prompt · seen').waitFor();
  await guestRow(ann, one.tag).getByText('You are helping').waitFor();
  await guestRow(ben, one.tag).getByText('ann is helping').waitFor();
  await one.page.getByRole('button', { name: 'Got it' }).click();
  await one.page.getByText('The support team is helping you.').waitFor();
  expect(await other.page.getByRole('dialog').count()).toBe(0);

  await guestRow(ben, one.tag)
    .getByRole('button', { name: /^Prompt/ })
    .click();
  const question = ben.page.getByRole('alertdialog', { name: 'Take over from ann?' });
  await question.getByRole('button', { name: 'Take over' }).click();
  await seeToast(ben.page, 'Email Prompt Sent');
  await guestRow(ann, one.tag).getByText('ben is helping').waitFor();
  await one.page.getByRole('dialog', { name: 'Email Required' }).getByRole('button', { name: 'Got it' }).click();
  await guestRow(ben, one.tag)
    .getByRole('button', { name: /^Done with/ })
    .click();
  await guestRow(ann, one.tag).getByText('ben is helping').waitFor({ state: 'detached' });

  await one.page.getByRole('button', { name: "I don't need help any more" }).click();
  for (const desk of [ann, ben]) await desk.page.getByRole('tab', { name: 'Needs help 0' }).waitFor();
  expect(await other.page.getByRole('dialog').count()).toBe(0);
});

detail('Staff see each step of a guest who is redirected, enters a wrong code and then the right one', async () => {
  const { smtp, first, second, pass } = await openPortals();
  await setExit(first.app);
  await second.app.settings.load();
  const { page, id, tag } = await openGuest(first, { time: 'can be passed' });
  const desk = await deskOf(second, 'ann');
  const row = guestRow(desk, tag);
  await enterEmail(page, 'hanna@example.com');
  const code = codeIn(await smtp.mail(1));
  await row.getByText('Verify Code Page').waitFor();
  await row.getByText('Trying').waitFor();
  await row.getByText(/^[45]:\d\d left$/).waitFor();

  await row.getByRole('button', { name: /^To Entry/ }).click();
  await seeToast(desk.page, 'Guest Redirect Created', 'The guest is here and is being moved now.');
  await page.getByText('The support team moved you here').waitFor();
  await page.getByLabel('Email address*').waitFor();
  await row.getByText('Moved to email entry · arrived').waitFor();
  pass(10_000);
  await row.getByRole('button', { name: /to verify code$/ }).click();
  await page.getByLabel('Enter the code*').waitFor();
  await page.getByText('The support team moved you here').waitFor();

  // First a wrong code, then the emailed one. The page shows each outcome after 15 seconds.
  const wait = async () => {
    pass(15_000);
    await page.clock.runFor(15_500);
  };
  const submit = async (typed: string) => {
    await page.getByLabel('Enter the code*').fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  };
  await submit(code === '000000' ? '111111' : '000000');
  await row.getByText('Wrong code', { exact: true }).waitFor();
  await wait();
  await page.getByText('Verification failed').first().waitFor();
  const known = await asker(first);
  await until('the guest is back on the page', async () => {
    const { page = '', pageViews = 0 } = (await known()) ?? {};
    return page === 'Verify Code Page' && pageViews >= 6;
  });
  await row.getByText('Verify Code Page').waitFor();
  for (const word of ['Verified', 'Exit']) expect(await row.getByText(word).count()).toBe(0);

  await submit(code);
  await wait();
  await page.getByText('Email verified successfully').first().waitFor();
  await row.getByText('Verified', { exact: true }).waitFor();
  await row.getByText('Email Entry Page').waitFor();
  await desk.page.getByRole('tab', { name: 'Verified 1' }).waitFor();
  await row.getByText('is helping').waitFor({ state: 'detached' });
  await until('no helper is left', async () => (await known())?.helper === null);

  pass(10_000);
  await stopTime(page);
  await row.getByRole('button', { name: /^Exit/ }).click();
  await seeToast(desk.page, 'Guest Redirect Created');
  const stay = await exitShown(page);
  await page.getByText('example.com').first().waitFor();
  await stay.click();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();

  // The panel shows the whole story, but neither a code nor the address.
  await row.getByRole('button', { name: /^Details of/ }).click();
  const panel = desk.page.getByRole('dialog', { name: 'Guest' });
  await panel.getByRole('heading', { name: 'Timeline' }).waitFor();
  for (const text of ['Wrong code', 'Exit', 'Redirect', 'Verified']) await panel.getByText(text).first().waitFor();
  const shown = (await panel.textContent()) ?? '';
  expectUnsaid(code, shown);
  for (const secret of ['hanna@example.com', id]) expect(shown).not.toContain(secret);
});

detail('Staff can tell a hidden, a closed and a disconnected tab apart, and see it return', async () => {
  const { first, second, pass } = await openPortals();
  const { page, id, tag } = await openGuest(first);
  const desk = await deskOf(second, 'ann');
  const row = guestRow(desk, tag);
  await enterEmail(page, 'hanna@example.com');
  await row.getByText('Here', { exact: true }).waitFor();
  await row.getByText('Email sent').waitFor();
  const look = (away: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, away);

  await look(true);
  await row.getByText(/^Away.*probably looking for the email$/).waitFor();
  // Far beyond the silence limit: the socket is open, so the guest counts as there.
  pass(60_000);
  const known = await Promise.all([first, second].map(asker));
  const areAll = async (presence: Guest['presence']) =>
    (await Promise.all(known.map((ask) => ask()))).every((guest) => guest?.presence === presence);
  expect(await areAll('away')).toBe(true);
  const becomes = (presence: Guest['presence']) =>
    until(presence, async () => {
      pass(1_000);
      // Each process reads the other's news before more time passes.
      for (const { app } of [first, second, first]) await app.presence.settle();
      return areAll(presence);
    });
  await look(false);
  await row.getByText('Here', { exact: true }).waitFor();

  await page.context().setOffline(true);
  await becomes('gone');
  await row.getByText(/^Connection lost/).waitFor();
  await page.context().setOffline(false);
  await row.getByText('Here', { exact: true }).waitFor();
  await until('its socket is open again', () => first.app.guestSockets.isConnected(id));

  // A request still on its way would arrive much later by this clock and bring the guest back.
  await settled(page);
  await page.goto('about:blank');
  await until('its socket is closed', () => !first.app.guestSockets.isConnected(id));
  await until('the page has reported that it closed', () => first.app.presence.guests.get(id)?.left_at !== null);
  await becomes('left');
  await row.getByText(/^Left/).waitFor();
  await page.goto('/');
  await row.getByText('Here', { exact: true }).waitFor();
});
