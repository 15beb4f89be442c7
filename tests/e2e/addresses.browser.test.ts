import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, openPortal, type Portal, seeToast, untilFocused, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { TestDns } from '../support/dns.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const ZONES = {
  'gmail.com': { MX: ['mail.gmail.com'] },
  'gmial.com': { MX: ['mail.gmial.com'] },
  'example.com': { MX: ['mail.example.com'] },
  'xn--bcher-kva.example': { MX: ['mail.example.com'] },
};

interface AddressPortal extends Portal {
  readonly smtp: TestSmtp;
  readonly dns: TestDns;
}

async function open(): Promise<AddressPortal> {
  const smtp = await TestSmtp.start();
  const dns = await TestDns.start(ZONES);
  const portal = await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' }, { dns });
  return { ...portal, smtp, dns };
}

const phone = (portal: Portal) => visitor(portal, { viewport: { width: 390, height: 844 } });
const field = (page: Page) => page.getByLabel('Email address*');

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/user/email-entry');
  await field(page).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const question = (page: Page, meant: string) => page.getByRole('group', { name: `Did you mean ${meant}?` });

describe('A mistyped domain', () => {
  test('A mistyped domain brings a suggestion, which one tap accepts', async () => {
    const portal = await open();
    const page = await phone(portal);
    await enter(page, 'anna@gmial.com');
    await question(page, 'anna@gmail.com').waitFor();
    await expectAccessible(page, 'the question');
    // Before the guest has answered, nothing was sent and DNS was not asked.
    expect(portal.dns.asked).toEqual([]);
    await page.getByRole('button', { name: 'Yes, use @gmail.com' }).click();
    await page.waitForURL('/user/verify-code');
    await page.getByText('anna@gmail.com').first().waitFor();
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@gmail.com']);
  });

  detail('One tap keeps the typed domain', async () => {
    const portal = await open();
    const page = await phone(portal);
    await enter(page, 'anna@gmial.com');
    await page.getByRole('button', { name: 'No, keep @gmial.com' }).click();
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@gmial.com']);
  });

  detail('The keyboard answers the suggestion, and the Enter that sent the form does not', async () => {
    const portal = await open();
    const page = await visitor(portal);
    await page.goto('/user/email-entry');
    await field(page).fill('anna@gmail.con');
    await page.keyboard.press('Enter');
    await question(page, 'anna@gmail.com').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Yes, use @gmail.com');
    await page.keyboard.press('Enter');
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@gmail.com']);
  });

  detail('The suggestion goes away when the guest corrects the field', async () => {
    const portal = await open();
    const page = await phone(portal);
    await enter(page, 'anna@gmial.com');
    await question(page, 'anna@gmail.com').waitFor();
    await field(page).fill('anna@example.com');
    await question(page, 'anna@gmail.com').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@example.com']);
  });
});

describe('A domain', () => {
  detail('A domain without a mail server is an error at the field at once', async () => {
    const portal = await open();
    const page = await phone(portal);
    await enter(page, 'anna@exampel.example');
    await page.getByText("exampel.example can't receive email. Check the part after the @.").waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await field(page).inputValue()).toBe('anna@exampel.example');
    await untilFocused(field(page));
    await expectAccessible(page, 'the refusal');

    await field(page).fill('anna@example.com');
    expect(await field(page).getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@example.com']);
  });

  detail('A domain gets its email when DNS does not answer', async () => {
    const portal = await open();
    portal.dns.behaviour = 'silent';
    const page = await phone(portal);
    await enter(page, 'anna@exampel.example');
    await page.waitForURL('/user/verify-code');
    expect((await portal.smtp.mail()).recipients).toEqual(['anna@exampel.example']);
  });

  detail('An address with an internationalised domain is confirmed from start to finish', async () => {
    const portal = await open();
    const page = await phone(portal);
    await page.clock.install();
    await enter(page, 'Anna@Bücher.example');
    await page.waitForURL('/user/verify-code');
    await page.getByText('Anna@bücher.example').first().waitFor();
    const mail = await portal.smtp.mail();
    expect(mail.to).toBe('Anna@xn--bcher-kva.example');
    expect(portal.dns.asked).toEqual(['MX xn--bcher-kva.example']);

    await page.getByLabel('Enter the code*').fill(codeIn(mail));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(15_500);
    await seeToast(page, 'Success', 'Email verified successfully');
    const kept = await portal.app.db.selectFrom('verified_addresses').select('email').execute();
    expect(kept).toEqual([{ email: 'Anna@xn--bcher-kva.example' }]);
  });

  detail('A domain that mixes scripts is shown in ASCII', async () => {
    const portal = await open();
    portal.dns.behaviour = 'silent';
    const page = await phone(portal);
    await enter(page, 'anna@p\u0430ypal.example');
    await page.waitForURL('/user/verify-code');
    await page.getByText('anna@xn--pypal-4ve.example').first().waitFor();
  });
});
