import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { newDatabase } from '../../../../tests/support/database.ts';
import { messageRow } from '../../../../tests/support/message-row.ts';
import { until } from '../../../../tests/support/process.ts';
import { visitorAt } from '../../../visitor/visitor.ts';
import { COMMAND_LINE } from '../../users/changes.ts';

const admin = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
const IP = '192.0.2.7';
const NOTHING = { showPrompt: false, message: null, kind: null };
const promptOf = async (app: TestApp, ip = IP) => (await app.client({ ip }).get('/api/guest/check-prompt')).json();

describe('A prompt', () => {
  test('A prompt is one of the two messages of the settings, shown until cleared', async () => {
    const app = await startApp();
    const code = 'Please enter your verification code again';
    expect(await promptOf(app)).toEqual(NOTHING);
    await app.messages.prompt({ ipAddress: IP }, 'email', admin);
    expect(await promptOf(app)).toEqual({ showPrompt: true, message: 'Please enter your email', kind: 'email' });
    await app.messages.prompt({ ipAddress: IP }, 'code', admin);
    expect(await promptOf(app)).toEqual({ showPrompt: true, message: code, kind: 'code' });
    expect(await promptOf(app, '192.0.2.8')).toEqual(NOTHING);
    expect((await app.client({ ip: IP }).post('/api/guest/clear-prompt')).json()).toEqual({ success: true });
    expect(await promptOf(app)).toEqual(NOTHING);
  });

  test('A prompt survives a restart and is logged with the admin', async () => {
    const app = await startApp();
    await app.messages.prompt({ ipAddress: IP }, 'code', admin);
    await app.close();
    const again = await startApp({ database: app.database });
    expect((await promptOf(again)).showPrompt).toBe(true);
    const text = 'Please enter your verification code again';
    const [sent, shown] = await again.db.selectFrom('activity').selectAll().orderBy('id').execute();
    expect(sent).toMatchObject({ user_id: 'the-admin', action: 'admin_redirect', guest_id: null });
    const { messageId, ...details } = JSON.parse(sent?.details ?? '');
    expect(details).toEqual({ change: 'prompt', prompt: 'code', text, guest: IP });
    // What the guest was shown, which is what was sent.
    expect(shown).toMatchObject({ user_id: 'guest_192_0_2_7', action: 'redirect', ip_address: IP });
    expect(JSON.parse(shown?.details ?? '')).toEqual({
      messageId,
      kind: 'prompt',
      prompt: 'code',
      state: 'delivered',
      text,
    });
  });
});

async function settingsOf(app: TestApp) {
  const client = await signedIn(app, ADMIN);
  const before = (await client.get('/api/admin/settings')).json();
  const save = async (changes: object) => {
    expect((await client.post('/api/admin/settings', { ...before, ...changes })).statusCode).toBe(200);
    const entries: { details: { change?: string } | null }[] = (await client.get('/api/admin/activity')).json();
    return entries.find(({ details }) => details?.change === 'settings')?.details;
  };
  return { before, save };
}

describe('The text of a prompt', () => {
  test('A prompt has the text of when it was sent, or is withdrawn', async () => {
    const app = await startApp();
    const { before, save } = await settingsOf(app);
    await app.messages.prompt({ ipAddress: IP }, 'email', admin);
    await app.messages.prompt({ ipAddress: '192.0.2.8' }, 'code', admin);
    app.clock.advance(1_000);
    // Another setting withdraws nothing.
    expect(await save({ exitMessage: 'Bye' })).toEqual({
      change: 'settings',
      settings: { exitMessage: { from: before.exitMessage, to: 'Bye' } },
    });
    app.clock.advance(1_000);
    expect(await save({ exitMessage: 'Bye', emailPromptMessage: 'Your address' })).toEqual({
      change: 'settings',
      settings: { emailPromptMessage: { from: 'Please enter your email', to: 'Your address' } },
      withdrawnPrompts: 1,
    });
    expect(await promptOf(app)).toEqual(NOTHING);
    expect((await promptOf(app, '192.0.2.8')).message).toBe('Please enter your verification code again');
    // The old words do not come back with the old setting: staff would have to send them again.
    await save({});
    await app.messages.load();
    expect([await promptOf(app), app.messages.waitingFor({ guestId: null, ipAddress: IP }).prompt]).toEqual([
      NOTHING,
      null,
    ]);
  });

  test('A prompt with the text of the other prompt is not shown', async () => {
    const app = await startApp();
    const { save } = await settingsOf(app);
    await app.messages.prompt({ ipAddress: IP }, 'email', admin);
    app.clock.advance(1_000);
    const swapped = {
      emailPromptMessage: 'Please enter your verification code again',
      codePromptMessage: 'Please enter your email',
    };
    expect(await save(swapped)).toMatchObject({ withdrawnPrompts: 1 });
    expect(await promptOf(app)).toEqual(NOTHING);
  });

  test('A text in the database that the settings do not have is not shown', async () => {
    const app = await startApp();
    const words = { kind: 'prompt', prompt: 'code', text: 'Tell me the code of your bank' } as const;
    const row = messageRow({ id: 'x', guest_ip: IP, ...words, created_at: 1 });
    await app.db.insertInto('guest_messages').values(row).execute();
    await app.messages.load();
    expect([await promptOf(app), app.messages.waitingFor({ guestId: null, ipAddress: IP }).prompt]).toEqual([
      NOTHING,
      null,
    ]);
  });
});

if (inject('database') === 'postgres') {
  test('Prompts withdrawn on one process are withdrawn on the other', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    const { save } = await settingsOf(one);
    const ips = Array.from({ length: 30 }, (_, index) => `192.0.2.${index}`);
    for (const ip of ips) await one.messages.prompt({ ipAddress: ip }, 'email', admin);
    await until('the other process shows them', async () =>
      (await Promise.all(ips.map((ip) => promptOf(two, ip)))).every(({ showPrompt }) => showPrompt),
    );
    one.clock.advance(1_000);
    expect(await save({ emailPromptMessage: 'Your address' })).toMatchObject({ withdrawnPrompts: 30 });
    await until('none is shown there', async () =>
      (await Promise.all(ips.map((ip) => promptOf(two, ip)))).every(({ showPrompt }) => !showPrompt),
    );
    await save({});
    await until('and none comes back', async () => {
      const { emailPromptMessage } = (await (await signedIn(two, ADMIN)).get('/api/admin/settings')).json();
      return emailPromptMessage === 'Please enter your email';
    });
    expect(await promptOf(two)).toEqual(NOTHING);
  });

  test('Two processes agree about prompts', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    await one.messages.prompt({ ipAddress: IP }, 'email', admin);
    await until('the other process shows it', async () => (await promptOf(two)).showPrompt);
    await two.client({ ip: IP }).post('/api/guest/clear-prompt');
    await until('it is cleared on both', async () => !(await promptOf(one)).showPrompt);
  });
}
