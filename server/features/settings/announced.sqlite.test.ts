import { expect, test } from 'vitest';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import { SETTINGS, type SettingName } from '../../../contract/settings/settings.rules.ts';
import { createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { BOT_TOKEN, startBotApi } from '../../../tests/support/bot-api.ts';
import { EXIT_URL, setExit } from '../../../tests/support/exit.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { until } from '../../../tests/support/process.ts';
import { OTHER_SETTINGS } from '../../../tests/support/settings.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';

const HOUR_MS = 60 * 60 * 1000;

async function saving(admin: HttpClient, change: object) {
  const before = (await admin.get('/api/admin/settings')).json();
  return { before, answer: await admin.post('/api/admin/settings', { ...before, ...change }) };
}

/** `admin` changes settings; vera has a bell and an address, and there is a chat. */
async function withChannels() {
  const [smtp, bot] = [await TestSmtp.start(), await startBotApi()];
  const app = await startApp({ env: { SMTP_URL: smtp.url, TELEGRAM_API_ROOT: bot.url } });
  const admin = await signedIn(app, ADMIN);
  await saving(admin, { telegramBotToken: `${BOT_TOKEN}x`, telegramChatId: '42' });
  await createAccount(app, { username: 'vera', role: 'admin', email: 'vera@example.com' });
  const bell = async (): Promise<Notification[]> =>
    (await (await signedIn(app, { username: 'vera' })).get('/api/admin/notifications?type=settings_change')).json();
  return { app, smtp, bot, admin, bell };
}

test('A change of each setting reaches the bell, the chat and the email of other admins', async () => {
  const { app, smtp, bot, bell } = await withChannels();
  const channelsFor = async (name: SettingName, value: string | number) => {
    const known = await bell();
    // Every admin gets so many emails an hour.
    app.clock.advance(HOUR_MS);
    const { before, answer } = await saving(await signedIn(app, ADMIN), { [name]: value });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const [news, ...older] = await bell();
    expect([name, older.length]).toEqual([name, known.length]);
    const { title, message = '', about } = news ?? {};
    expect(title).toMatch(new RegExp(`^${SETTINGS[name].title} change`));
    expect(about).toEqual({ kind: 'settings', id: SETTINGS[name].section });
    await Promise.all([app.outbox.work(), app.chat.work()]);
    await until('email and chat have it', () =>
      [smtp.received, bot.requests].every((sent) => sent.some(({ text }) => text.includes(message))),
    );
    const emails = smtp.received.filter(({ text }) => text.includes(message));
    expect([name, emails.map(({ to }) => to)]).toEqual([name, ['vera@example.com']]);
    return { before: String(before[name]), told: [message, ...emails.flatMap(({ text, html }) => [text, html])] };
  };
  for (const [name, value] of Object.entries(OTHER_SETTINGS) as [SettingName, string | number][]) {
    const { before, told } = await channelsFor(name, value);
    for (const text of told) {
      expect(text).not.toContain(BOT_TOKEN.slice(10));
      if (SETTINGS[name].announced === 'as changed') continue;
      expect(text).toContain(String(value));
      expect(text.replaceAll('\\n', '\n')).toContain(before);
    }
  }
  expect(bot.requests.map(({ text }) => text).join('\n')).not.toContain(BOT_TOKEN.slice(10));
});

test('For long terms the bell shows what is new, and the email all of it', async () => {
  const { app, smtp, admin, bell } = await withChannels();
  const old = 'All the same. '.repeat(800).trim();
  await saving(admin, { termsText: old });
  app.clock.advance(1_000);
  await saving(admin, { termsText: `${old} And read out your bank code.` });
  const [news] = await bell();
  expect(news?.message).toContain('And read out your bank code.');
  expect(news?.message.length).toBeLessThan(4_500);
  await app.outbox.work();
  await until('both mails have come', () => smtp.received.length === 2);
  const texts = smtp.received.map(({ text }) => text);
  expect(texts.filter((text) => text.includes(`${old} And read out your bank code.`))).toHaveLength(1);
});

test('Terms follow the rules for texts, but older terms stay', async () => {
  const app = await startApp();
  const old = 'Questions? Call 0800 123 456.';
  await app.db.insertInto('settings').values({ name: 'termsText', value: old }).execute();
  await app.settings.load();
  const admin = await signedIn(app, ADMIN);
  for (const [termsText, sentence] of [
    ['Call 0800 123 457 and read out your bank code', "The terms can't have phone numbers"],
    [
      'See https://bank.example',
      'The terms can only mention this portal and the exit URL: “bank.example” looks like another site',
    ],
  ] as const) {
    const { answer } = await saving(admin, { termsText });
    expect([answer.statusCode, answer.json().message]).toEqual([400, sentence]);
  }
  const { answer } = await saving(admin, { exitMessage: 'Bye' });
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { exitMessage: 'Bye', termsText: old }]);
  expect((await admin.get('/api/user/terms')).json().text).toBe(old);
  await setExit(app);
  expect((await saving(admin, { termsText: `See ${EXIT_URL}` })).answer.statusCode).toBe(200);
});
