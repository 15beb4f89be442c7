import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal, signedInPage, visitor } from '../support/browser.ts';
import { insertUsers } from '../support/many-users.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { insertVerified, verifiedRow } from '../support/verified.ts';

const BREAKOUT = '</script><script>alert(1)</script><!--';
const IMAGE = '<img src=x onerror=alert(1)>';
const PIXEL = '<img src="https://evil.example/p.png">';
/** A text without a place for a line break. */
const word = (length: number) => 'W'.repeat(length);

/** Each is one user's first and last name. */
const NAMES = [
  IMAGE,
  PIXEL,
  BREAKOUT,
  '"><svg/onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '<a href="javascript:alert(1)">click</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  'שלום עולם',
  '👩‍🚀👨‍👩‍👧‍👦',
  `Z${'\u0335\u0322'.repeat(40)}algo`,
  word(200),
];

const AGENT = `${IMAGE} ${word(300)}`;
/** The most hostile text that is a valid address. */
const EMAIL = `${'{{7*7}}`$='.repeat(6)}@${'y'.repeat(60)}.example`;
const SETTINGS = {
  emailPromptMessage: `${IMAGE} ${word(150)}`,
  codePromptMessage: `${BREAKOUT} ${word(150)}`,
  exitMessage: `${IMAGE} ${word(160)}`,
  exitUrl: `https://example.com/${word(500)}`,
  termsText: `${BREAKOUT}\n${IMAGE}\n${word(5_000)}`,
  telegramBotToken: '',
  telegramChatId: '',
};

/** A portal with hostile text in every field. */
async function hostilePortal() {
  const smtp = await TestSmtp.start();
  smtp.behaviour = 'permanent-failure';
  smtp.refusal = `${IMAGE} ${word(200)}`;
  const portal = await openPortal({
    SMTP_URL: smtp.url,
    SELF_REGISTRATION: 'true',
    ORGANISATION: `${BREAKOUT}${word(80 - BREAKOUT.length)}`,
  });
  const { app } = portal;
  const [first] = await insertUsers(
    app,
    NAMES.map((name, index) => ({
      username: `${name.slice(0, 90)} ${index}`,
      firstName: name,
      lastName: name,
      email: `${'x'.repeat(60)}${index}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`,
    })),
  );
  const admin = await signedIn(app, ADMIN);
  expect((await admin.post('/api/admin/settings', SETTINGS)).statusCode).toBe(200);
  const redirect = { destinationPath: '/user/email-entry', isPersistent: true, reason: `${IMAGE} ${word(250)}` };
  await admin.post('/api/admin/redirects', { ...redirect, userId: first?.id });
  await admin.post('/api/admin/redirects', { ...redirect, guestIp: '203.0.113.9', isGuestRedirect: true });
  const guest = app.client({ ip: '203.0.113.8', userAgent: AGENT });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await guest.post('/api/guest/submit-email', { email: EMAIL });
  await guest.post('/api/user/send-verification-code', { email: EMAIL });
  await until('the email was rejected', async () => {
    await app.notifications.settle();
    const notifications = await app.db.selectFrom('notifications').select('type').execute();
    return notifications.some(({ type }) => type === 'mail_failure');
  });
  const mallory = await createAccount(app, { username: BREAKOUT });
  const profile = await (await signedIn(app, { username: BREAKOUT })).request({
    method: 'PATCH',
    url: '/api/user/profile',
    headers: { 'user-agent': AGENT },
    payload: {
      firstName: IMAGE,
      lastName: word(200),
      bio: `${IMAGE}\n${word(900)}`,
      address: word(200),
      city: PIXEL,
      country: word(100),
    },
  });
  expect(profile.statusCode).toBe(200);
  await app.notifications.settle();
  return { portal, mallory, admin };
}

/** Fails the test on a dialog, a request to another site or a violation of the content security policy. */
async function watch(page: Page, { url }: Portal, allowed = url): Promise<void> {
  const noticed: string[] = [];
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith(allowed)) noticed.push(`request ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => noticed.push(`violation ${text}`));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation(text: string): void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  onTestFinished(() => expect(noticed, 'caused by a text').toEqual([]));
}

/** Neither the page nor a box in it scrolls sideways. */
const nothingIsCutOff = () =>
  [...document.querySelectorAll('*')].every(
    (box) =>
      box.scrollWidth <= box.clientWidth ||
      (box !== document.documentElement && !['auto', 'scroll'].includes(getComputedStyle(box).overflowX)),
  );

const FOREIGN =
  'img[src="x"], [onerror], [onload], iframe, base, a[href^="javascript:"], script:not([src]):not([type])';

/** The texts are shown as text, and nothing is wider than the window of a phone or a desktop. */
async function expectText(page: Page, where: string, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor();
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    // A table turns into cards a moment after the resize.
    await until(`${where} fits ${width} px`, () => page.evaluate(nothingIsCutOff));
  }
  expect(await page.locator(FOREIGN).count(), where).toBe(0);
}

async function open(page: Page, path: string, ...texts: string[]): Promise<void> {
  await page.goto(path);
  await expectText(page, path, ...texts);
}

test('The admin pages show hostile input as text', async () => {
  const { portal, mallory } = await hostilePortal();
  const page = await signedInPage(portal, ADMIN);
  await watch(page, portal);
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await open(page, '/admin', IMAGE);
  await button('Security Check').click();
  await expectText(page, 'security check', '550 The email was rejected');
  await page.keyboard.press('Escape');
  await button(/^Notifications, \d+ unread/).click();
  await expectText(page, 'bell', 'could not be delivered: 550 The email was rejected', `${BREAKOUT} updated`);

  await open(page, '/admin/users', ...NAMES);
  await button('Import').click();
  const table = {
    name: `${IMAGE}${word(150)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`username,${PIXEL}\nx,y`),
  };
  await page.locator('input[type=file]').setInputFiles(table);
  await expectText(page, 'import', table.name, `"${PIXEL}" is not a column`);
  await open(page, `/admin/users?user=${encodeURIComponent(IMAGE)}`, 'User information not available');
  await open(page, `/admin/users?user=${mallory.id}`, PIXEL, word(900));
  await button('Reset password').click();
  await expectText(page, 'reset', IMAGE);
  await page.keyboard.press('Escape');
  await button('Suspend').click();
  await expectText(page, 'suspend', `Suspend ${IMAGE} ${word(200)}`);

  await open(page, '/admin/activity', IMAGE);
  await page
    .getByRole('button', { name: / updated their details$/ })
    .first()
    .click();
  await expectText(page, 'entry', AGENT);
  await open(page, `/admin/activity?q=${encodeURIComponent(BREAKOUT)}&filter=%3Cb&from=%3Cb&to=%3Cb`, BREAKOUT);
  await open(page, '/admin/guest-activity', '550 The email was rejected');
  await open(page, '/admin/redirects', IMAGE, word(250));
  await button(`Remove redirect of ${IMAGE} ${IMAGE}`).click();
  await expectText(page, 'remove', IMAGE);
  await open(page, `/admin/redirects?user=${mallory.id}`, IMAGE);
  await open(page, '/admin/settings', SETTINGS.termsText.slice(0, BREAKOUT.length));

  // A notification that arrives over the socket.
  await open(page, '/admin/notifications', IMAGE);
  await createAccount(portal.app, { username: PIXEL });
  await signedIn(portal.app, { username: PIXEL });
  await expectText(page, 'live', `${PIXEL} signed in with`);
});

test("The admin pages show the claims of another site's gate token as text", async () => {
  const portal = await openPortal();
  const { app } = portal;
  const row = verifiedRow('hostile', {
    ...{ email: `${word(60)}@example.com`, verified_at: app.clock.now(), gate_jti: word(150), gate_sub: IMAGE },
    gate_claims: JSON.stringify({ [BREAKOUT]: IMAGE, [word(150)]: { deep: [PIXEL] } }),
  });
  await insertVerified(app, [row]);
  const page = await signedInPage(portal, ADMIN);
  await watch(page, portal);
  await open(page, '/admin/verified', IMAGE);
  await open(page, '/admin/verified?address=hostile', BREAKOUT, word(150), JSON.stringify({ deep: [PIXEL] }));
});

async function expectTextForGuests({ portal, admin }: Awaited<ReturnType<typeof hostilePortal>>): Promise<void> {
  const page = await visitor(portal);
  await watch(page, portal, 'https://example.com/');
  // 204 keeps the browser on the current page.
  await page.route('https://example.com/**', (route) => route.fulfill({ status: 204 }));
  await open(page, `/redirect?token=${encodeURIComponent(IMAGE)}`, 'token');
  await open(page, `/auth/verify-email#token=${encodeURIComponent(IMAGE)}`, BREAKOUT);
  expect(await page.getByLabel('Verification code').inputValue()).toBe(IMAGE);
  await admin.post('/api/admin/guest-prompt', { guestIp: '127.0.0.1' });
  await open(page, '/', BREAKOUT, SETTINGS.emailPromptMessage);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectText(page, 'verify code', EMAIL, BREAKOUT);
  // Only guests who have confirmed an address read the exit message.
  await portal.app.db.updateTable('guest_verifications').set({ verified_at: portal.app.clock.now() }).execute();
  const exit = { guestIp: '127.0.0.1', isGuestRedirect: true, destinationPath: SETTINGS.exitUrl };
  expect((await admin.post('/api/admin/redirects', exit)).statusCode).toBe(200);
  await expectText(page, 'exit', SETTINGS.exitMessage);
}

async function expectTextForUsers({ portal }: { readonly portal: Portal }): Promise<void> {
  const page = await signedInPage(portal, { username: BREAKOUT, password: PASSWORD });
  await watch(page, portal);
  await open(page, '/user/email-entry', IMAGE, BREAKOUT);
  await open(page, '/profile/update-details', 'Update your details');
  await open(page, '/terms-agreement', SETTINGS.termsText.slice(-5_000));
  await open(page, '/profile/complete-info', BREAKOUT);
  await open(page, `/${encodeURIComponent(IMAGE)}`, '404');
}

test('The pages of guests and users show hostile input as text', async () => {
  const hostile = await hostilePortal();
  // In parallel, because guest pages poll only every few seconds.
  await Promise.all([expectTextForGuests(hostile), expectTextForUsers(hostile)]);
});

test('The content security policy blocks framing, injected markup, inline handlers, scripts and workers', async () => {
  const portal = await openPortal({ ORGANISATION: BREAKOUT });
  await portal.app.client().post('/api/user/send-verification-code', { email: "'{{7*7}}`$=@example.com" });
  await portal.app.outbox.work();
  const page = await visitor(portal, {}, /frame|requires '?Trusted|Content Security Policy/);
  await page.setContent(`<iframe src="${portal.url}/auth"></iframe>`);
  await until('the frame was refused', () => page.frames()[1]?.url().startsWith('chrome-error:') === true);

  await page.goto('/auth');
  await page.getByRole('heading', { name: 'User Portal' }).waitFor();
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => void> = {
      markup: () => {
        document.body.innerHTML = '<b>text</b>';
      },
      handler: () => document.body.setAttribute('onclick', 'alert(1)'),
      script: () => {
        document.createElement('script').text = 'alert(1)';
      },
      worker: () => new Worker('/assets/x.js'),
    };
    return Object.entries(attempts)
      .filter(([, attempt]) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      })
      .map(([name]) => name);
  });
  expect(refused).toEqual(['markup', 'handler', 'script', 'worker']);
  const data = await page.evaluate(() => JSON.parse(document.getElementById('portal')?.textContent ?? ''));
  expect(data.organisation).toBe(BREAKOUT);

  await page.goto('/dev/mailbox');
  await expectText(page, 'mailbox', BREAKOUT);
});
