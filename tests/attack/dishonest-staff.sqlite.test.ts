import { expect, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../contract/guests/messages.rules.ts';
import type { ActivityEntry } from '../../contract/log/activity.ts';
import type { Notification } from '../../contract/notifications/notifications.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import { BOT_TOKEN, startBotApi } from '../support/bot-api.ts';
import { EXIT_URL, setExit } from '../support/exit.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const LIE = 'Your bank has sent you a code by SMS, enter it here';
const HONEST = 'Please enter your verification code again';
const THANKS = 'Thank you for completing the verification process';
const EXIT = EXIT_URL;
const TRAP = 'https://exarnple.com/login';

test('All admins are notified of a deceptive prompt and its reversal, and a look-alike exit never takes effect', async () => {
  const smtp = await TestSmtp.start();
  const bot = await startBotApi();
  const app = await startApp({ env: { SMTP_URL: smtp.url, TELEGRAM_API_ROOT: bot.url } });
  await setExit(app);
  await createAccount(app, { username: 'vera', role: 'admin', email: 'vera@example.com' });
  await createAccount(app, { username: 'mallory', role: 'admin' });
  const vera = await signedIn(app, { username: 'vera' });
  const honest = (await vera.get('/api/admin/settings')).json();
  await vera.post('/api/admin/settings', { ...honest, telegramBotToken: BOT_TOKEN, telegramChatId: '42' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const before = (await mallory.get('/api/admin/settings')).json();
  const guest = app.client();
  await guest.post('/api/guest/log-activity', { page: 'Verify Code Page' });

  // Prompts with a phone number, a link or a handle are refused.
  for (const codePromptMessage of ['Call 0800 123 456', 'Go on at exarnple.com', 'Write to @your_bank'])
    expect((await mallory.post('/api/admin/settings', { ...before, codePromptMessage })).statusCode).toBe(400);
  const proposed = await mallory.post('/api/admin/settings', { ...before, codePromptMessage: LIE, exitUrl: TRAP });
  expect([proposed.statusCode, proposed.json()]).toMatchObject([202, { exitUrl: EXIT, codePromptMessage: LIE }]);
  app.clock.advance(1_000);
  await mallory.post('/api/admin/guest-prompt', { guestIp: guest.ip, prompt: 'code' });
  expect((await guest.get('/api/guest/check-prompt')).json()).toEqual({
    showPrompt: true,
    message: LIE,
    kind: 'code',
  });
  await guest.post('/api/guest/clear-prompt');

  // Neither the author nor an account they created can confirm the exit.
  const made = await mallory.post('/api/admin/users', { username: 'eve', role: 'admin' });
  const eve = await signedIn(app, { username: 'eve', password: made.json().temporaryPassword });
  const password = { currentPassword: made.json().temporaryPassword, newPassword: 'a password of mallory' };
  await eve.post('/api/auth/change-password', { ...password, confirmPassword: password.newPassword });
  const [proposal] = proposed.json().waiting;
  for (const accomplice of [mallory, eve])
    expect((await accomplice.post(`/api/admin/settings/proposals/${proposal.id}/confirm`)).statusCode).toBe(409);
  const direct = { guestIp: guest.ip, isGuestRedirect: true, destinationPath: TRAP };
  expect((await mallory.post('/api/admin/redirects', direct)).statusCode).toBe(400);
  await mallory.post('/api/admin/redirects', { guestIp: guest.ip, isGuestRedirect: true, exit: true });
  expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({
    redirect: EXIT,
    message: VERIFICATION_ENDED,
  });
  expect((await guest.post('/api/guest/exit', { choice: 'stay' })).statusCode).toBe(200);

  // Mallory reverts everything.
  app.clock.advance(1_000);
  expect((await mallory.post('/api/admin/settings', before)).statusCode).toBe(200);
  await mallory.post(`/api/admin/settings/proposals/${proposal.id}/withdraw`);

  const steps = [
    `mallory proposed to change the exit URL to "${TRAP}"; it is "${EXIT}"`,
    `mallory changed the verification code prompt to "${LIE}"; it was "${HONEST}"`,
    `mallory changed the verification code prompt to "${HONEST}"; it was "${LIE}"`,
    `mallory withdrew their proposal to change the exit URL to "${TRAP}"; it stays "${EXIT}"`,
  ];
  await mallory.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
  const all: Notification[] = (await vera.get('/api/admin/notifications?type=settings_change')).json();
  const aboutMallory = all.filter(({ message }) => message.startsWith('mallory'));
  expect(aboutMallory.map(({ isRead }) => isRead)).toEqual([false, false, false, false]);
  await app.chat.work();
  await app.outbox.work();
  const countIn = <Item>(texts: readonly Item[], step: string) =>
    texts.filter((text) => String(text).includes(step)).length;
  for (const step of steps) {
    expect([
      step,
      countIn(
        aboutMallory.map(({ message }) => message),
        step,
      ),
    ]).toEqual([step, 1]);
    await until(
      `the chat has "${step}"`,
      () =>
        countIn(
          bot.requests.map(({ text }) => text),
          step,
        ) === 1,
    );
    await until(
      `the email has "${step}"`,
      () =>
        countIn(
          smtp.received.map(({ text }) => text),
          step,
        ) === 1,
    );
  }
  const log: ActivityEntry[] = (await vera.get('/api/admin/activity?limit=200')).json();
  const details = log.reverse().map((entry) => entry.details);
  const shown = { address: EXIT, message: VERIFICATION_ENDED };
  for (const entry of [
    { change: 'setting proposed', proposedBy: 'mallory', settings: { exitUrl: { from: EXIT, to: TRAP } } },
    { change: 'settings', settings: { codePromptMessage: { from: HONEST, to: LIE } } },
    { change: 'prompt', prompt: 'code', text: LIE, guest: guest.ip },
    { kind: 'prompt', prompt: 'code', state: 'seen', text: LIE },
    { change: 'exit', guest: guest.ip, address: EXIT, message: THANKS },
    { kind: 'exit', state: 'delivered', ...shown },
    { kind: 'exit', state: 'declined', ...shown },
    { change: 'settings', settings: { codePromptMessage: { from: LIE, to: HONEST } } },
    { change: 'setting withdrawn', proposedBy: 'mallory', settings: { exitUrl: { from: EXIT, to: TRAP } } },
  ])
    expect(details).toContainEqual(expect.objectContaining(entry));
});
