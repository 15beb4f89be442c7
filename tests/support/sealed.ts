import { expect } from 'vitest';
import type { Sealed } from '../../server/crypto/keys.ts';
import { createAccount } from './accounts.ts';
import type { TestApp } from './app.ts';
import { BOT_TOKEN } from './bot-api.ts';

const TEMPORARY = 'a temporary password';
const APP = 'the secret of an app';
const OFFERED = 'the secret of an app that is offered';
const CODE = 'the hash of a recovery code';
const WAITING = '{"kind":"later"}';
const HELD = JSON.stringify({ email: 'held@example.com', account: null });
const ERASED = JSON.stringify({ address: 'a hash', account: null, door: 'guest' });

/** One of everything that the server key encrypts. */
export async function fillSealed(app: Pick<TestApp, 'db' | 'keys' | 'hasher' | 'clock'>): Promise<void> {
  const { db, keys, clock } = app;
  await createAccount(app, { username: 'newcomer' });
  await db
    .updateTable('users')
    .set({ temporary_password: keys.seal(TEMPORARY, 'temporary-password') })
    .where('username', '=', 'newcomer')
    .execute();
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'newcomer')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('totp_apps')
    .values({
      user_id,
      secret: keys.seal(APP, 'totp-secret'),
      last_step: 0,
      added_at: clock.now(),
      offered_secret: keys.seal(OFFERED, 'offered-totp-secret'),
      offered_until: clock.now(),
    })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ id: 'code', user_id, sealed_hash: keys.seal(CODE, 'recovery-code'), used_at: null })
    .execute();
  const hold = { reason: 'A court', until_at: clock.now() * 2, set_by: 'admin', set_name: 'admin', set_at: clock.now() };
  await db
    .insertInto('legal_holds')
    .values({ id: 'hold', sealed: keys.seal(HELD, 'legal-hold'), ...hold })
    .execute();
  await db
    .insertInto('erasures')
    .values({ id: 'erasure', sealed: keys.seal(ERASED, 'erasure'), began_at: 0, ended_at: 0 })
    .execute();
  const value = keys.seal(BOT_TOKEN, 'telegram-bot-token');
  await db.insertInto('settings').values({ name: 'telegramBotToken', value }).execute();
  // Nothing is postponed for longer than five minutes.
  const later = clock.now() + 4 * 60_000;
  await db
    .insertInto('outbox')
    .values({
      id: 'later',
      channel: 'mail',
      recipient: 'later@example.com',
      sealed: keys.seal(WAITING, 'outbox'),
      state: 'queued',
      attempts: 0,
      due_at: later,
      expires_at: later + 60_000,
      error: null,
      guest_ip: null,
      created_at: clock.now(),
      finished_at: null,
      claimed_until: null,
    })
    .execute();
}

/** The app's key decrypts all of it. */
export async function expectReadable({ db, keys }: Pick<TestApp, 'db' | 'keys'>): Promise<void> {
  const user = await db.selectFrom('users').selectAll().where('username', '=', 'newcomer').executeTakeFirstOrThrow();
  const setting = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', 'telegramBotToken')
    .executeTakeFirstOrThrow();
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', 'later').executeTakeFirstOrThrow();
  const app = await db.selectFrom('totp_apps').selectAll().executeTakeFirstOrThrow();
  const code = await db.selectFrom('recovery_codes').selectAll().where('id', '=', 'code').executeTakeFirstOrThrow();
  const hold = await db.selectFrom('legal_holds').selectAll().executeTakeFirstOrThrow();
  const erasure = await db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow();
  const opened: [Sealed, string | null, string][] = [
    ['temporary-password', user.temporary_password, TEMPORARY],
    ['telegram-bot-token', setting.value, BOT_TOKEN],
    ['outbox', mail.sealed, WAITING],
    ['totp-secret', app.secret, APP],
    ['offered-totp-secret', app.offered_secret, OFFERED],
    ['recovery-code', code.sealed_hash, CODE],
    ['legal-hold', hold.sealed, HELD],
    ['erasure', erasure.sealed, ERASED],
  ];
  for (const [purpose, sealed, plain] of opened) expect(keys.open(sealed as string, purpose)).toBe(plain);
}
