import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../../../contract/guests/messages.rules.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { newDatabase } from '../../../../tests/support/database.ts';
import { EXIT_URL, setExit } from '../../../../tests/support/exit.ts';
import { messageRow } from '../../../../tests/support/message-row.ts';
import { until } from '../../../../tests/support/process.ts';
import { visitorAt } from '../../../visitor/visitor.ts';
import { COMMAND_LINE } from '../../users/changes.ts';

const admin = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
const IP = '192.0.2.7';
const redirectOf = async (app: TestApp, ip = IP) => (await app.client({ ip }).get('/api/guest/check-redirect')).json();
const NOTHING = { redirect: null, message: null };

describe('A redirect of a guest', () => {
  test('A one-time redirect is delivered once, however often pages ask', async () => {
    const app = await startApp();
    await app.messages.redirect({ ipAddress: IP }, { destination: '/user/verify-code' }, admin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redirectOf(app)));
    expect(answers.filter(({ redirect }) => redirect === '/user/verify-code')).toHaveLength(1);
    expect(await redirectOf(app)).toEqual(NOTHING);
  });

  test('A persistent redirect is delivered until it is replaced', async () => {
    const app = await startApp();
    await app.messages.redirect({ ipAddress: IP }, { destination: '/user/email-entry', persistent: true }, admin);
    for (let index = 0; index < 3; index += 1) expect((await redirectOf(app)).redirect).toBe('/user/email-entry');
    app.clock.advance(10_000);
    await app.messages.redirect({ ipAddress: IP }, { destination: '/user/verify-code' }, admin);
    expect((await redirectOf(app)).redirect).toBe('/user/verify-code');
    expect(await redirectOf(app)).toEqual(NOTHING);
  });

  test('A guest without a confirmed address gets no thanks at the exit', async () => {
    const app = await startApp();
    await setExit(app);
    await app.messages.redirect({ ipAddress: IP }, { destination: EXIT_URL }, admin);
    expect(await redirectOf(app)).toEqual({
      redirect: EXIT_URL,
      message: VERIFICATION_ENDED,
    });
  });

  test.for(['https://evil.example', 'http://example.com', '/admin', '//evil.example', 'javascript:alert(1)', ''])(
    'A redirect never leads to "%s"',
    async (destination) => {
      const app = await startApp();
      await expect(app.messages.redirect({ ipAddress: IP }, { destination }, admin)).rejects.toThrow(
        'Guests can only be redirected',
      );
      // Not even when such a row got into the database.
      await app.db
        .insertInto('guest_messages')
        .values(
          (['redirect', 'exit'] as const).map((kind) =>
            messageRow({ id: kind, guest_ip: IP, kind, target: destination, created_at: 1 }),
          ),
        )
        .execute();
      await app.messages.load();
      expect(await redirectOf(app)).toEqual(NOTHING);
    },
  );

  test('A second redirect of a guest has to wait ten seconds', async () => {
    const app = await startApp();
    await app.messages.redirect({ ipAddress: IP }, { destination: '/user/verify-code' }, admin);
    await expect(app.messages.redirect({ ipAddress: IP }, { destination: '/user/email-entry' }, admin)).rejects.toThrow(
      'Please wait before redirecting this guest again',
    );
    await app.messages.redirect({ ipAddress: '192.0.2.8' }, { destination: '/user/email-entry' }, admin);
    app.clock.advance(10_000);
    await app.messages.redirect({ ipAddress: IP }, { destination: '/user/email-entry' }, admin);
  });
});

describe('An exit', () => {
  const EXIT = { redirect: EXIT_URL, message: 'Thank you for completing the verification process' };

  async function waiting(persistent: boolean) {
    const app = await startApp();
    await setExit(app);
    const client = await signedIn(app, ADMIN);
    const before = (await client.get('/api/admin/settings')).json();
    const exit = { isGuestRedirect: true, guestIp: IP, exit: true, isPersistent: persistent };
    expect((await client.post('/api/admin/redirects', exit)).statusCode).toBe(200);
    await app.messages.redirect({ ipAddress: '192.0.2.8' }, { destination: '/user/verify-code' }, admin);
    app.clock.advance(1_000);
    const lastEntry = async () => (await client.get('/api/admin/activity?limit=1')).json()[0].details;
    const save = async (changes: object) => {
      expect((await client.post('/api/admin/settings', { ...before, ...changes })).statusCode).toBe(200);
      return lastEntry();
    };
    return { app, client, save };
  }

  test('An exit is logged with its address and message', async () => {
    const { client } = await waiting(false);
    const entries = (await client.get('/api/admin/activity?filter=admin_redirect')).json();
    expect(entries.map(({ details }: { details: object }) => details)).toContainEqual({
      change: 'exit',
      address: EXIT.redirect,
      message: EXIT.message,
      guest: IP,
      messageId: expect.any(String),
    });
  });

  test.for([
    [{ exitMessage: 'Bye' }, false],
    [{ exitMessage: 'Bye' }, true],
    [{ exitUrl: 'https://example.org' }, false],
  ] as const)('An exit is withdrawn when %o is saved', async ([changes, persistent]) => {
    const { app, save } = await waiting(persistent);
    expect(await save({ guestRetentionDays: 29 })).not.toHaveProperty('withdrawnExits');
    app.clock.advance(1_000);
    expect(await save({ guestRetentionDays: 29, ...changes })).toMatchObject({ withdrawnExits: 1 });
    expect(await redirectOf(app)).toEqual(NOTHING);
    await save({});
    await app.messages.load();
    expect(await redirectOf(app)).toEqual(NOTHING);
    // Inside the flow nothing has changed.
    expect((await redirectOf(app, '192.0.2.8')).redirect).toBe('/user/verify-code');
  });

  test('An exit with a message that the settings do not have leads nowhere', async () => {
    const { app } = await waiting(true);
    expect(await redirectOf(app)).toEqual({ ...EXIT, message: VERIFICATION_ENDED });
    await app.db.updateTable('guest_messages').set({ text: 'Call us' }).where('guest_ip', '=', IP).execute();
    await app.messages.load();
    expect(await redirectOf(app)).toEqual(NOTHING);
  });
});

if (inject('database') === 'postgres') {
  test('Two processes agree, and a one-time redirect is used up once', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    await one.messages.redirect({ ipAddress: IP }, { destination: '/user/verify-code' }, admin);
    let delivered = 0;
    await until('it is delivered', async () => {
      const answers = await Promise.all([redirectOf(one), redirectOf(two), redirectOf(two)]);
      delivered += answers.filter(({ redirect }) => redirect !== null).length;
      return delivered > 0;
    });
    expect(await redirectOf(one)).toEqual(NOTHING);
    await until('nothing is left on the other', async () => (await redirectOf(two)).redirect === null);
    expect(delivered).toBe(1);
  });
}
