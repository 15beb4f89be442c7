import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newDatabase } from '../../../tests/support/database.ts';
import { until } from '../../../tests/support/process.ts';
import { visitorAt } from '../../visitor/visitor.ts';

const admin = { userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
const IP = '192.0.2.7';
const redirectOf = async (app: TestApp, ip = IP) => (await app.client({ ip }).get('/api/guest/check-redirect')).json();
const NOTHING = { redirect: null, message: null };

describe('a redirect', () => {
  test('that is for once is delivered once, however often it is asked for', async () => {
    const app = await startApp();
    await app.redirects.redirectGuest(IP, { destination: '/user/verify-code' }, admin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redirectOf(app)));
    expect(answers.filter(({ redirect }) => redirect === '/user/verify-code')).toHaveLength(1);
    expect(await redirectOf(app)).toEqual(NOTHING);
  });

  test('that is persistent is delivered until it is replaced', async () => {
    const app = await startApp();
    await app.redirects.redirectGuest(IP, { destination: '/user/email-entry', persistent: true }, admin);
    for (let index = 0; index < 3; index += 1) expect((await redirectOf(app)).redirect).toBe('/user/email-entry');
    app.clock.advance(10_000);
    await app.redirects.redirectGuest(IP, { destination: '/user/verify-code' }, admin);
    expect((await redirectOf(app)).redirect).toBe('/user/verify-code');
    expect(await redirectOf(app)).toEqual(NOTHING);
  });

  test('to the exit address comes with the exit message', async () => {
    const app = await startApp();
    await app.redirects.redirectGuest(IP, { destination: 'https://example.com' }, admin);
    expect(await redirectOf(app)).toEqual({
      redirect: 'https://example.com',
      message: 'Thank you for completing the verification process',
    });
  });

  test.for(['https://evil.example', 'http://example.com', '/admin', '//evil.example', 'javascript:alert(1)', ''])(
    'never leads to "%s"',
    async (destination) => {
      const app = await startApp();
      await expect(app.redirects.redirectGuest(IP, { destination }, admin)).rejects.toThrow('Guests can only be moved');
      // Not even when such a row got into the database.
      await app.db
        .insertInto('redirects')
        .values({
          id: 'x',
          user_id: null,
          guest_ip: IP,
          destination_path: destination,
          reason: null,
          is_persistent: 0,
          created_at: 1,
        })
        .execute();
      await app.redirects.load();
      expect(await redirectOf(app)).toEqual(NOTHING);
    },
  );

  test('of the same guest has to wait ten seconds', async () => {
    const app = await startApp();
    await app.redirects.redirectGuest(IP, { destination: '/user/verify-code' }, admin);
    await expect(app.redirects.redirectGuest(IP, { destination: '/user/email-entry' }, admin)).rejects.toThrow(
      'Please wait before redirecting this guest again',
    );
    await app.redirects.redirectGuest('192.0.2.8', { destination: '/user/email-entry' }, admin);
    app.clock.advance(10_000);
    await app.redirects.redirectGuest(IP, { destination: '/user/email-entry' }, admin);
  });
});

if (inject('database') === 'postgres') {
  test('two processes agree, and a one-time redirect is used up once on both', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    await one.redirects.redirectGuest(IP, { destination: '/user/verify-code' }, admin);
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
