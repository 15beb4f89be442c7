import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { guestName } from '../../contract/guests/guests.rules.ts';
import type { Guest } from '../../contract/guests/guests.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, seeToast, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { everyKind, guest, guestRow, openDesk, stuck } from '../support/help-desk.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

/** With the longest texts that a row can have. */
const verbose = guest('long', {
  ...stuck('asked_for_help', 4000),
  help: { reason: 'told_to_come', since: new Date().toISOString() },
  email: 'w•••@averylongdomainofsomebody.example',
  ipAddress: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  location: 'Llanfairpwllgwyngyll, United Kingdom',
  page: 'Code Processing Complete',
  helper: { id: 'x', name: 'a-colleague-with-a-long-name' },
  mail: {
    state: 'delayed',
    error: '450 4.2.0 Greylisted, come back in a while',
    at: '2026-11-15T12:00:00Z',
    usualSeconds: 9,
  },
  message: {
    kind: 'redirect',
    prompt: null,
    target: '/user/email-entry',
    by: 'a-colleague-with-a-long-name',
    at: new Date().toISOString(),
    state: 'delivered',
    stateAt: new Date().toISOString(),
  },
});

describe('Live guests', () => {
  const rows = (page: Page) =>
    page
      .getByRole('region', { name: 'Live guests' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Details of/ }) });
  const heights = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));

  detail('A guest is one line of 56 px on a desktop, and a screen of 1280x800 shows eight', async () => {
    const { page } = await openDesk([verbose, ...everyKind()], '/admin/guest-activity?view=all');
    await page.setViewportSize({ width: 1280, height: 800 });
    await rows(page).nth(8).waitFor();
    expect(new Set(await heights(page))).toEqual(new Set([56]));
    const bottoms = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(8);
    // Nothing of a row hangs over its edge.
    const overflowing = await rows(page).evaluateAll(
      (all) => all.filter((row) => row.scrollWidth > row.clientWidth).length,
    );
    expect(overflowing).toBe(0);
    await expectAccessible(page, 'rows of live guests');
  });

  detail('A guest is a card of at most 150 px on a phone', async () => {
    const desk = await openDesk([verbose, ...everyKind()], '/admin/guest-activity?view=all');
    const { page } = desk;
    await page.setViewportSize({ width: 390, height: 844 });
    await rows(page).nth(8).waitFor();
    const { id } = await page.evaluate(() => fetch('/api/auth/user').then((answer) => answer.json()));
    desk.guests = [{ ...verbose, helper: { id, name: 'admin' } }, ...desk.guests.slice(1)];
    await page.getByText('You are helping').waitFor();
    expect(Math.max(...(await heights(page)))).toBeLessThanOrEqual(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page, 'cards of live guests');
  });

  test('The step that would help most stands out, and a guest can be assigned from the row', async () => {
    const desk = await openDesk([guest('wait', stuck('no_code_tried'))]);
    const row = guestRow(desk, 'WAIT');
    const colourOf = (name: RegExp) =>
      row.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
    await row.getByRole('button', { name: /^Resend code/ }).waitFor();
    expect(await colourOf(/^Resend code/)).not.toBe(await colourOf(/^Prompt/));
    await row.getByRole('button', { name: 'Assign to me: Guest WAIT' }).click();
    await until('it was asked for', () => desk.asked.length === 1);
    expect(desk.asked).toEqual([['POST /api/admin/guests/wait/claim', { stepIn: false }]]);
  });

  detail.for([
    ['here', 'The guest is here and is being moved now.'],
    ['away', 'The guest will be redirected on their next page visit.'],
    ['gone', 'The guest will be redirected on their next page visit.'],
  ] as const)('A redirect of a guest who is %s: "%s"', async ([presence, sentence]) => {
    const desk = await openDesk([guest('move', { presence })], '/admin/guest-activity?view=all');
    await guestRow(desk, 'MOVE')
      .getByRole('button', { name: /^To Entry/ })
      .click();
    await seeToast(desk.page, 'Guest Redirect Created', sentence);
  });

  detail('A verified guest cannot be sent to the form, and the button says why', async () => {
    const done = guest('done', { page: 'Code Processing Complete', outcome: 'verified' });
    const desk = await openDesk([done], '/admin/guest-activity?view=all');
    await guestRow(desk, 'DONE')
      .getByRole('button', { name: /^To Entry/, disabled: true })
      .click({ force: true });
    const why = 'The guest is already verified, and can choose to confirm another address';
    await seeToast(desk.page, 'Not possible right now', why);
    expect(desk.asked).toEqual([]);
  });
});

describe('The sidebar', () => {
  test('lists guests who need help first, then those who are here', async () => {
    const here = [guest('hereone'), guest('twohere', { page: 'Elsewhere' })];
    const { page } = await openDesk([guest('stuck', stuck('code_expired')), ...here], '/admin');
    const panel = page.getByRole('region', { name: /^Guest Activity/ });
    await panel.getByText('1 needs help').waitFor();
    const links = panel.getByRole('link', { name: /^Guest/ });
    await links.nth(2).waitFor();
    const tags = (await links.allTextContents()).map((text) => text.split(' ')[1]);
    expect(tags).toEqual(['STUC', 'HERE', 'TWOH']);
    await panel.getByText('Code expired').waitFor();
    await panel
      .getByRole('button', { name: /^To Entry.*TWOH/ })
      .getByText('Email')
      .waitFor();
  });

  detail('lists a guest who is here while nobody needs help, and says so when there are none', async () => {
    const desk = await openDesk([guest('hereone')], '/admin');
    const panel = desk.page.getByRole('region', { name: /^Guest Activity/ });
    await panel.getByText('1 here').waitFor();
    await panel.getByRole('link', { name: /^Guest HERE/ }).waitFor();
    desk.guests = [];
    await panel.getByText('No guests right now').waitFor();
  });
});

detail('Three guests of one address are told apart wherever they are named', async () => {
  const IP = '203.0.113.9';
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  const { app } = portal;
  await createAccount(app, { username: 'ann', role: 'admin' });
  const [client, ann] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'ann' })];
  for (const email of ['mira@example.com', 'hugo@example.com', 'lena@example.com']) {
    const browser = app.client({ ip: IP });
    await browser.get('/api/guest/state');
    await browser.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await browser.post('/api/user/send-verification-code', { email });
    await app.presence.settle();
    await browser.post('/api/guest/log-activity', { page: 'Verify Code Page' });
    await browser.post('/api/guest/help', { reason: 'no_mail' });
  }
  await app.presence.settle();
  const guests: Guest[] = (await client.get('/api/admin/guests')).json();
  const names = guests.map(guestName);
  expect(new Set(names).size).toBe(3);
  for (const { id } of guests)
    expect(
      (await client.post('/api/admin/redirects', { guestId: id, destinationPath: '/user/email-entry' })).statusCode,
    ).toBe(200);
  await ann.post(`/api/admin/guests/${guests[0]?.id}/claim`, { stepIn: true });
  await app.notifications.settle();

  const page = await signedInPage(portal, ADMIN);
  const expectNamed = async (where: string, find: (name: string) => ReturnType<Page['locator']>) => {
    for (const name of names) await find(name).first().waitFor({ state: 'attached' });
    expect([where, await page.getByText(`Guest (${IP})`).count()]).toEqual([where, 0]);
  };
  await page.goto('/admin');
  const sidebar = page.getByRole('region', { name: /^Guest Activity/ });
  await expectNamed('sidebar', (name) => sidebar.getByRole('link', { name, exact: true }));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(IP);
  await expectNamed('palette', (name) => page.getByRole('dialog').getByText(name));
  await page.goto('/admin/notifications');
  await expectNamed('page views', (name) => page.getByText(`${name} opened Verify Code Page`));
  await page.goto('/admin/activity');
  const withoutEmail = (name: string) => name.replace(/ \S+@\S+/, '');
  await expectNamed('activity', (name) =>
    page.getByRole('button', { name: `${withoutEmail(name)} viewed the Verify Code Page` }),
  );
  await page.goto('/admin/audit');
  await expectNamed('audit trail', (name) => page.getByRole('button', { name }));
  await page.goto('/admin/redirects');
  await expectNamed('redirects', (name) => page.getByRole('button', { name: `Remove redirect of ${name}` }));
  await page.goto('/admin/guest-activity?view=all');
  const log = page.getByRole('region', { name: 'Guest log' });
  await expectNamed('guest log', (name) => log.getByText(name, { exact: true }));
  const live = page.getByRole('region', { name: 'Live guests' });
  await expectNamed('live guests', (name) => live.getByRole('button', { name: `Details of ${name}` }));

  const [first] = guests as [Guest];
  await guestRow({ page }, first.tag)
    .getByRole('button', { name: /^Prompt/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Take over from ann?' });
  await question.getByText(guestName(first)).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await guestRow({ page }, first.tag)
    .getByRole('button', { name: /^Details of/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Guest', exact: true });
  for (const text of [first.tag, first.email as string, IP]) await panel.getByText(text).first().waitFor();
});
