import { expect, test } from 'vitest';
import { TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { BOT_TOKEN, startBotApi } from '../../../tests/support/bot-api.ts';
import { until } from '../../../tests/support/process.ts';

const good = {
  emailPromptMessage: 'Your address, please',
  codePromptMessage: 'The code again, please',
  exitMessage: 'Goodbye',
  exitUrl: 'https://example.org/thanks',
  telegramBotToken: BOT_TOKEN,
  telegramChatId: '-1001234567890',
};

test('Settings are saved, take effect at once, and never show the bot token', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  expect((await admin.get('/api/admin/settings')).json()).toMatchObject({
    emailPromptMessage: 'Please enter your email',
    codePromptMessage: 'Please enter your verification code again',
    exitMessage: 'Thank you for completing the verification process',
    telegramBotToken: '',
    telegramChatId: '',
  });
  const saved = await admin.post('/api/admin/settings', good);
  expect(saved.json()).toMatchObject({ ...good, telegramBotToken: TOKEN_MASK });
  // Saving the mask keeps the token, saving nothing removes it.
  await admin.post('/api/admin/settings', { ...good, telegramBotToken: TOKEN_MASK, exitMessage: 'Bye' });
  expect((await admin.get('/api/admin/settings')).json()).toMatchObject({
    telegramBotToken: TOKEN_MASK,
    exitMessage: 'Bye',
  });
  const stored = JSON.stringify(await app.db.selectFrom('settings').selectAll().execute());
  expect(`${stored}${app.logged.join('')}`).not.toContain(BOT_TOKEN.slice(10));
  await admin.post('/api/admin/settings', { ...good, telegramBotToken: '', termsText: 'New terms' });
  expect((await admin.get('/api/admin/settings')).json()).toMatchObject({
    telegramBotToken: '',
    termsText: 'New terms',
  });
  expect((await admin.get('/api/user/terms')).json().text).toBe('New terms');
  const entries = await app.db
    .selectFrom('activity')
    .select('details')
    .where('action', '=', 'profile_update')
    .orderBy('id')
    .execute();
  expect(entries.map(({ details }) => JSON.parse(details as string).settings)).toEqual([
    {
      emailPromptMessage: { from: 'Please enter your email', to: 'Your address, please' },
      codePromptMessage: { from: 'Please enter your verification code again', to: 'The code again, please' },
      exitMessage: { from: 'Thank you for completing the verification process', to: 'Goodbye' },
      exitUrl: { from: 'https://example.com', to: 'https://example.org/thanks' },
      telegramBotToken: 'changed',
      telegramChatId: { from: '', to: '-1001234567890' },
    },
    { exitMessage: { from: 'Goodbye', to: 'Bye' } },
    {
      exitMessage: { from: 'Bye', to: 'Goodbye' },
      telegramBotToken: 'changed',
      termsText: { from: expect.stringMatching(/^By using this portal/), to: 'New terms' },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(BOT_TOKEN.slice(10));
});

test('The log has the whole of a long text, before and after', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const texts = ['ä\n'.repeat(6_000).trim(), 'ö"'.repeat(6_000)];
  for (const termsText of texts) {
    app.clock.advance(1_000);
    expect((await admin.post('/api/admin/settings', { ...good, termsText })).statusCode).toBe(200);
  }
  const [entry] = (await admin.get('/api/admin/activity?limit=1')).json();
  expect(entry.details).toEqual({ change: 'settings', settings: { termsText: { from: texts[0], to: texts[1] } } });
});

test('Concurrent saves are logged in a row: each begins where another ended', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const messages = Array.from({ length: 12 }, (_, index) => `Message ${index}`);
  const answers = await Promise.all(
    messages.map((exitMessage) => admin.post('/api/admin/settings', { ...good, exitMessage })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(messages.map(() => 200));
  const entries: { details: { settings: Record<string, { from: string; to: string }> } }[] = (
    await admin.get('/api/admin/activity?limit=100')
  ).json();
  const steps = entries.flatMap(({ details }) => details?.settings?.exitMessage ?? []);
  expect(steps.map(({ to }) => to).sort()).toEqual([...messages].sort());
  const last = (await admin.get('/api/admin/settings')).json().exitMessage;
  expect(steps.map(({ from }) => from).sort()).toEqual(
    ['Thank you for completing the verification process', ...messages.filter((message) => message !== last)].sort(),
  );
});

test('The page shows how long entries of staff are kept, and cannot change it', async () => {
  const app = await startApp({ env: { AUDIT_RETENTION_DAYS: '120' } });
  const admin = await signedIn(app, ADMIN);
  const saved = await admin.post('/api/admin/settings', { ...good, auditRetentionDays: 1 });
  expect(saved.json()).toMatchObject({ auditRetentionDays: 120 });
  expect((await admin.get('/api/admin/settings')).json()).toMatchObject({ auditRetentionDays: 120 });
});

test('A second process knows the saved settings', async ({ skip }) => {
  const app = await startApp();
  if (app.database.env.DATABASE_URL === undefined) skip();
  const second = await startApp({ database: app.database });
  const admin = await signedIn(app, ADMIN);
  const elsewhere = await signedIn(second, ADMIN);
  await admin.post('/api/admin/settings', good);
  await until(
    'the other process has read them',
    async () => (await elsewhere.get('/api/admin/settings')).json().exitMessage === 'Goodbye',
  );
});

test('Invalid settings are rejected with a sentence', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const [change, message] of [
    [{ emailPromptMessage: ' ' }, 'Email prompt message is required'],
    [{ codePromptMessage: '' }, 'Code prompt message is required'],
    [{ exitMessage: '' }, 'Exit message is required'],
    [{ exitUrl: 'nonsense' }, 'Please enter a valid HTTPS URL'],
    [{ exitUrl: 'http://example.com' }, 'Exit URL must start with https://'],
    [{ exitUrl: 'javascript:alert(1)' }, 'Exit URL must start with https://'],
    [{ telegramBotToken: 'abc' }, 'This is not a bot token. It should look like 123456789:AAE…'],
    [{ telegramChatId: 'my chat' }, 'This is not a chat ID. It should look like -1001234567890'],
  ] as const) {
    const answer = await admin.post('/api/admin/settings', { ...good, ...change });
    expect([change, answer.statusCode, answer.json().message]).toEqual([change, 400, message]);
  }
});

test("A test message arrives, or the chat's error is shown without the token", async () => {
  const bot = await startBotApi();
  const app = await startApp({ env: { TELEGRAM_API_ROOT: bot.url, ORGANISATION: 'Northwind' } });
  const admin = await signedIn(app, ADMIN);
  const send = (body: object = { telegramBotToken: TOKEN_MASK, telegramChatId: good.telegramChatId }) =>
    admin.post('/api/admin/settings/test-chat', body);
  expect((await send()).json().message).toBe('Enter a bot token and a chat ID first');
  // The sign-in happened before there was a chat.
  await app.notifications.settle();
  await admin.post('/api/admin/settings', good);
  expect((await send()).json()).toEqual({ success: true });
  expect(bot.requests[0]?.url).toBe(`/bot${BOT_TOKEN}/sendMessage`);
  expect(bot.requests[0]).toMatchObject({
    chatId: good.telegramChatId,
    text: 'This is a test message from Northwind.',
  });
  bot.state.status = 401;
  bot.state.body = JSON.stringify({ ok: false, description: `Unauthorized: bot ${BOT_TOKEN}` });
  const refused = await send();
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'The chat service answered 401: Unauthorized: bot …',
  ]);
  bot.state.status = 502;
  bot.state.body = '<html>';
  expect((await send()).json().message).toBe('The chat service answered 502: no reason given');
  expect(app.logged.join('')).not.toContain(BOT_TOKEN.slice(10));
});
