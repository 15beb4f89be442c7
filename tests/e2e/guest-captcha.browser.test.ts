import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { expectAccessible, expectToFit, openPortal, type Portal, seeToast, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'victim@example.com';
const SENTENCE = "Please confirm you're not a robot, then we'll send the code.";

async function openGuestPortal(env: Record<string, string> = {}, deps: Parameters<typeof openPortal>[1] = {}) {
  const smtp = await TestSmtp.start();
  return { ...(await openPortal({ SMTP_URL: smtp.url, ...env }, deps)), smtp };
}

/** An attacker elsewhere requests codes for the address until a captcha is required. */
async function takeAllMails({ app, smtp }: Portal & { smtp: TestSmtp }): Promise<void> {
  for (let more = true; more; ) {
    const answer = await app.client().post('/api/user/send-verification-code', { email: EMAIL });
    more = answer.statusCode === 200;
  }
  await until('the emails have arrived', () => smtp.received.length >= 10);
}

const onPhone = { viewport: { width: 390, height: 844 } };
const notRobot = (page: Page) => page.getByRole('checkbox', { name: "I'm not a robot" });
const isFocused = (page: Page) => notRobot(page).evaluate((box) => box === document.activeElement);

async function askForCode(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Types the code of the latest email; the page shows the result after 15 seconds, so this asks the database. */
async function typeCode(page: Page, { app, smtp }: Portal & { smtp: TestSmtp }): Promise<void> {
  const last = smtp.received.at(-1);
  if (last === undefined) throw new Error('No email has arrived.');
  await page.getByLabel('Enter the code*').fill(codeIn(last));
  await page.getByRole('button', { name: 'Continue' }).click();
  const accepted = app.db.selectFrom('guest_verifications').select('email').where('outcome', '=', 'accepted');
  await until('the code is accepted', async () => (await accepted.execute()).length === 1);
}

describe('The captcha for an address that an attacker requested codes for', () => {
  test.for(inject('everything') ? (['light', 'dark'] as const) : (['light'] as const))(
    'A guest gets a code after solving the captcha with the keyboard alone (%s)',
    async (colorScheme) => {
      const portal = await openGuestPortal();
      await takeAllMails(portal);
      const page = await visitor(portal, { ...onPhone, colorScheme });
      await askForCode(page);
      await page.getByRole('alert').getByText(SENTENCE).waitFor();
      await until('the box has the focus', () => isFocused(page));
      expect(await page.getByLabel('Email address*').inputValue()).toBe(EMAIL);
      await expectToFit(page, 'the check');
      await expectAccessible(page, 'the captcha of the first page');

      // Pressing Enter without the captcha puts the focus back on it and loses nothing.
      await page.getByLabel('Email address*').press('Enter');
      await until('the box has the focus again', () => isFocused(page));
      const before = portal.smtp.received.length;
      await page.keyboard.press('Space');
      await page.waitForURL('/user/verify-code');
      await seeToast(page, 'Code sent');
      await portal.smtp.mail(before + 1);
      await typeCode(page, portal);
    },
  );

  detail('A guest who already has a code gets another one after solving the captcha', async () => {
    const portal = await openGuestPortal();
    const page = await visitor(portal, onPhone);
    await askForCode(page);
    await page.waitForURL('/user/verify-code');
    await portal.smtp.mail(1);
    await takeAllMails(portal);
    await page.getByLabel('Enter the code*').fill('123');
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('alert').getByText(SENTENCE).waitFor();
    expect(await page.getByLabel('Enter the code*').inputValue()).toBe('123');
    await expectToFit(page, 'the check');
    await expectAccessible(page, 'the captcha of the second page');
    const before = portal.smtp.received.length;
    await notRobot(page).click();
    await seeToast(page, 'Code resent');
    await notRobot(page).waitFor({ state: 'detached' });
    await portal.smtp.mail(before + 1);

    // A captcha buys one more code an hour: after that none is offered.
    await page.getByText('You can ask for a new code in').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await notRobot(page).count()).toBe(0);
    await page.goBack();
    await typeCode(page, portal);
  });

  detail('A guest whose first provider captcha is rejected gets a code with the second one', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const token = new URLSearchParams(String(init?.body)).get('response') ?? '';
      asked.push(token);
      return Response.json({ success: token === 'good-2' });
    };
    const provider = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' };
    const portal = await openGuestPortal(provider, { fetch });
    await takeAllMails(portal);
    const page = await visitor(portal, onPhone);
    const widget = `let count = 0;
      window.turnstile = {
        render(place, { callback }) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = 'I am a person';
          button.onclick = () => callback('good-' + ++count);
          place.append(button);
          return 'widget';
        },
        reset() {},
      };
      window.captchaProviderReady();`;
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: widget }),
    );
    await askForCode(page);
    await page.getByText(SENTENCE).waitFor();
    await page.getByRole('button', { name: 'I am a person' }).click();
    await seeToast(page, 'Error', 'The captcha was not accepted. Please complete the captcha verification again.');
    await page.getByRole('button', { name: 'I am a person' }).click();
    await page.waitForURL('/user/verify-code');
    expect(asked).toEqual(['good-1', 'good-2']);
  });
});
