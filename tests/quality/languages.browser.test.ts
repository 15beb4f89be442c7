import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Messages } from '../../contract/language/messages.ts';
import { TRIES_PER_CODE } from '../../server/delivery/one-time-code.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  settled,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

type See = (page: Page, name: string) => Promise<void>;
interface InLanguage extends Portal {
  readonly smtp: TestSmtp;
  readonly messages: Messages;
}

async function openIn(language: string): Promise<InLanguage> {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({
    LANGUAGES: `${language},en`,
    SMTP_URL: smtp.url,
    ORGANISATION: 'Gatehouse',
    SELF_REGISTRATION: 'true',
  });
  return { ...portal, smtp, messages: await import(`../../messages/${language}.ts`) };
}

/** Everything that people can see or hear outside ⟦…⟧, except names, addresses, times and languages. */
function untranslated(): string[] {
  const outside = (text: string): string => {
    const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
    return without === text ? text : outside(without);
  };
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(
    'script, style, template, noscript, bdi, time, option, code, svg, [dir=ltr]',
  ))
    element.remove();
  const labels = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
    [...copy.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  );
  return [document.title, copy.textContent ?? '', ...labels]
    .map((text) =>
      outside(text)
        .replaceAll(/Gatehouse|·|Mira/g, '')
        .trim(),
    )
    .filter((text) => /\p{L}{2}/u.test(text));
}

const seeTranslated: See = async (page, name) => {
  await settled(page);
  expect([name, await page.evaluate(untranslated)]).toEqual([name, []]);
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A guest's way through all screens, up to the confirmed address. */
async function asGuest(portal: InLanguage, page: Page, see: See): Promise<void> {
  const { guest, guestLater, myData, problems, staffTexts } = portal.messages;
  await page.clock.install();
  await page.goto('/');
  await see(page, 'first page');
  await button(page, guest.continue).click();
  await page.getByText(problems.emailInvalid).first().waitFor();
  await see(page, 'a wrong address');
  await page.getByLabel(guest.email.label).fill('anna@gmial.com');
  await button(page, guest.continue).click();
  await page.getByRole('group').getByRole('button').first().waitFor();
  await see(page, 'a suggestion');
  await page.getByLabel(guest.email.label).fill('anna@example.com');
  await button(page, guest.continue).click();
  await page.getByLabel(guestLater.code.label).waitFor();
  const mail = await portal.smtp.mail();
  await see(page, 'code page');
  await button(page, guest.continue).click();
  await page.getByText(problems.codeTooShort(6)).waitFor();
  await see(page, 'a short code');

  await button(page, guest.help.need).click();
  await page.getByRole('dialog').waitFor();
  await see(page, 'help');
  await page.getByRole('dialog').getByText(guest.help.reasons.no_mail).click();
  await page.getByText(guest.help.asked).waitFor();
  await see(page, 'help asked for');

  const staff = await signedIn(portal.app, ADMIN);
  const [row] = (await staff.get('/api/admin/guests')).json();
  await staff.post('/api/admin/guest-prompt', { guestId: row.id, prompt: 'code' });
  await page.getByText(staffTexts.codePromptMessage).waitFor();
  await see(page, 'a prompt');
  await button(page, guest.prompt.close).click();

  await page.getByLabel(guestLater.code.label).fill('000000' === codeIn(mail) ? '111111' : '000000');
  await button(page, guest.continue).click();
  await page.getByRole('dialog', { name: guestLater.processing.title }).waitFor();
  await see(page, 'processing');
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
  await page
    .getByText(portal.messages.errors.codeWrong(TRIES_PER_CODE - 1))
    .first()
    .waitFor();
  await see(page, 'a wrong code');

  await page.getByLabel(guestLater.code.label).fill(codeIn(mail));
  await button(page, guest.continue).click();
  await page.getByRole('dialog', { name: guestLater.processing.title }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
  // The heading is hidden from assistive technology until the dialog is gone.
  await page.getByRole('heading', { name: guestLater.confirmed.title, level: 1 }).waitFor();
  await see(page, 'confirmed');

  await page.getByRole('link', { name: guestLater.confirmed.myData }).click();
  await page.getByRole('heading', { name: myData.title }).waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await see(page, 'own data');
  await button(page, myData.erase).click();
  await page.getByRole('dialog', { name: myData.erasing.title }).waitFor();
  await see(page, 'erasing own data');
  await button(page, myData.erasing.confirm).click();
  await page.getByRole('heading', { name: myData.erased.title }).waitFor();
  await see(page, 'own data erased');
}

async function atOtherPages(portal: InLanguage, page: Page, see: See): Promise<void> {
  const { guest, guestLater, signIn, problems } = portal.messages;
  await page.goto('/redirect');
  await page.getByText(guest.link.noToken).first().waitFor();
  await see(page, 'a link without a token');
  await page.goto('/redirect?token=wrong');
  await page.getByText(guest.link.failed).first().waitFor();
  await see(page, 'a refused link');
  await page.goto('/user/closed');
  await page.getByText(guestLater.exit.closed.title).first().waitFor();
  await see(page, 'closed');
  await page.goto('/user/my-data');
  await page.getByText(portal.messages.myData.over.title).first().waitFor();
  await see(page, 'own data without a confirmed address');
  await page.goto('/user/email-entry');
  await button(page, guest.help.need).click();
  await page.getByRole('dialog').getByText(guest.help.reasons.told_to_come).click();
  await page.getByRole('heading', { name: guestLater.halted.title }).waitFor();
  await see(page, 'halted');
  await page.goto('/auth');
  await page.getByRole('heading', { name: signIn.user.heading }).waitFor();
  await see(page, 'sign-in');
  await button(page, signIn.user.submit).click();
  await page.getByText(problems.credentialsMissing).first().waitFor();
  await see(page, 'sign-in without a name');
  await page.getByRole('tab', { name: signIn.user.register }).click();
  await see(page, 'registration');
  await page.goto('/admin/login');
  await page.getByRole('heading', { name: signIn.admin.heading }).waitFor();
  await see(page, 'admin sign-in');
}

async function asUser(portal: InLanguage, page: Page, see: See): Promise<void> {
  const { account } = portal.messages;
  for (const path of [
    '/user/email-entry',
    '/profile/update-details',
    '/terms-agreement',
    '/security-check',
    '/nothing',
  ]) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await see(page, path);
  }
  await page.goto('/user/email-entry');
  await button(page, account.home.password.change).click();
  await see(page, 'change password');
}

async function signedInAs(portal: Portal, size = PHONE): Promise<Page> {
  await createAccount(portal.app, { firstName: 'Mira', email: 'mira@example.com' });
  const page = await signedInPage(portal, { username: 'mira', password: PASSWORD });
  await page.setViewportSize(size);
  return page;
}

test('A guest reads nothing that is not translated', async () => {
  const portal = await openIn('en-XA');
  await asGuest(portal, await visitor(portal, { viewport: PHONE }), seeTranslated);
});

detail('Links, help and the pages before the sign-in say nothing that is not translated', async () => {
  const portal = await openIn('en-XA');
  await atOtherPages(portal, await visitor(portal), seeTranslated);
});

detail('A user reads nothing that is not translated', async () => {
  const portal = await openIn('en-XA');
  await asUser(portal, await signedInAs(portal), seeTranslated);
});

const seeThatItFits: See = async (page, name) => {
  await settled(page);
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectToFit(page, name);
  }
  await expectAccessible(page, name);
};

test('A guest who reads Arabic sees pages from right to left', async () => {
  const portal = await openIn('ar');
  const page = await visitor(portal, { viewport: PHONE });
  await page.goto('/');
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await seeThatItFits(page, 'first page');
});

for (const language of ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'tr', 'uk'])
  detail(`The pages of guests and accounts fit in ${language}`, async () => {
    const portal = await openIn(language);
    await asGuest(portal, await visitor(portal, { viewport: PHONE }), seeThatItFits);
    await atOtherPages(portal, await visitor(portal, { viewport: PHONE }), seeThatItFits);
    await asUser(portal, await signedInAs(portal), seeThatItFits);
  });
