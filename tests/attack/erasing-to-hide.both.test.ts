import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import type { MyData } from '../../contract/people/people.ts';
import { inTransaction } from '../../server/db/transact.ts';
import { findPerson } from '../../server/features/people/person.ts';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { guestIdOf, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { confirm, deleteMyData, mailedCode } from '../support/mailed-code.ts';
import { until } from '../support/process.ts';

const THIEF = 'thief@example.com';
const VICTIM = 'victim@example.com';

const entriesOf = (app: TestApp, client: HttpClient) =>
  app.db
    .selectFrom('activity')
    .select(['action', 'details', 'ip_address'])
    .where('guest_id', '=', guestIdOf(app, client))
    .execute();

async function eraseOwn(client: HttpClient): Promise<void> {
  const answer = await deleteMyData(client);
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Asks for a code to somebody else's address, and guesses. */
async function guessAtVictim(app: TestApp, client: HttpClient): Promise<void> {
  await reportPage(client, 'Email Entry Page');
  await client.post('/api/guest/submit-email', { email: VICTIM });
  await mailedCode(app, client, VICTIM);
  await client.post('/api/guest/submit-code', { email: VICTIM, code: '000000' });
  await client.post('/api/user/verify-code', { email: VICTIM, code: '000000' });
}

describe('A guest who erases their own address', () => {
  test('does not erase that this browser asked for codes of others', async () => {
    const app = await startApp();
    const thief = app.client();
    await guessAtVictim(app, thief);
    await confirm(app, thief, THIEF);
    await eraseOwn(thief);
    expect(await entriesOf(app, thief)).toMatchObject([{ action: 'email_entry', ip_address: thief.ip }]);
  });

  test('does not erase what another browser did that only asked for a code', async () => {
    const app = await startApp();
    const [thief, helper] = [app.client(), app.client()];
    await guessAtVictim(app, thief);
    await thief.post('/api/guest/help', { reason: 'no_mail' });
    await app.presence.settle();
    const before = await entriesOf(app, thief);
    app.clock.advance(61_000);
    await mailedCode(app, thief, THIEF);
    await confirm(app, helper, THIEF);
    await eraseOwn(helper);
    await app.presence.settle();
    expect(await entriesOf(app, thief)).toEqual(before);
    expect(await app.db.selectFrom('guests').select('id').execute()).toMatchObject([{ id: guestIdOf(app, thief) }]);
    expect(await app.db.selectFrom('guest_help').select('reason').execute()).toEqual([{ reason: 'no_mail' }]);
    // Of the address nothing is left, in memory neither.
    const admin = await signedIn(app, ADMIN);
    expect((await admin.get('/api/admin/guests')).body).not.toContain('t…f@');
  });

  test('neither reads nor erases what an earlier person left in the same browser', async () => {
    const app = await startApp();
    const shared = app.client();
    await confirm(app, shared, VICTIM);
    // As retention does, long before the log goes.
    await app.db.deleteFrom('verified_addresses').execute();
    await app.db.deleteFrom('guest_verifications').execute();
    await confirm(app, shared, THIEF);
    const seen: MyData = (await shared.get('/api/guest/my-data')).json();
    expect(JSON.stringify(seen)).not.toContain(VICTIM);
    await eraseOwn(shared);
    expect((await entriesOf(app, shared)).map(({ details }) => details)).toEqual([`{"email":"${VICTIM}"}`]);
  });

  test('does not take the notifications of others along', async () => {
    const app = await startApp();
    const ip = '203.0.113.50';
    const [victim, thief] = [app.client({ ip }), app.client({ ip })];
    for (const guest of [victim, thief]) {
      await reportPage(guest, 'Email Entry Page');
      await guest.post('/api/guest/help', { reason: 'no_mail' });
      await app.notifications.settle();
    }
    await confirm(app, thief, THIEF);
    await eraseOwn(thief);
    await app.notifications.settle();
    const asked = await app.db.selectFrom('notifications').selectAll().where('type', '=', 'help_request').execute();
    expect(asked).toMatchObject([{ count: 2, about_id: null, ip_address: null }]);
    expect(asked[0]?.message).not.toContain('says');
  });

  test('reads no words that staff typed', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client();
    await reportPage(guest, 'Verify Code Page');
    await app.presence.settle();
    const reason = 'Please read the code to our colleague';
    const guestId = guestIdOf(app, guest);
    const redirect = { guestId, destinationPath: '/user/email-entry', reason };
    const sent = await admin.post('/api/admin/redirects', redirect);
    expect(sent.statusCode, sent.body).toBe(200);
    await confirm(app, guest, THIEF);
    const seen: MyData = (await guest.get('/api/guest/my-data')).json();
    expect(seen.sections.map(({ kind }) => kind)).toContain('messages');
    expect(JSON.stringify(seen)).not.toContain(reason);
  });

  test('takes no email along that the owner of an account is to get', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'mira', email: 'before@example.com' });
    const edited = { email: THIEF, firstName: '', lastName: '' };
    await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload: edited });
    const guest = app.client();
    await confirm(app, guest, THIEF);
    const mails = () => app.db.selectFrom('outbox').select('guest_id').where('recipient', '=', THIEF).execute();
    expect((await mails()).map(({ guest_id }) => guest_id).sort()).toEqual([guestIdOf(app, guest), null].sort());
    expect((await guest.get('/api/guest/my-data')).json().sections).toContainEqual(
      expect.objectContaining({ kind: 'emails', records: [expect.anything()] }),
    );
    await eraseOwn(guest);
    expect(await mails()).toEqual([{ guest_id: null }]);
  });

  test('writes one erasure, however often they ask at once', async () => {
    const app = await startApp();
    const guest = app.client();
    await confirm(app, guest, THIEF);
    const answers = await Promise.all(Array.from({ length: 8 }, () => deleteMyData(guest)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(await app.db.selectFrom('erasures').select('id').execute()).toHaveLength(1);
    const entries = app.db.selectFrom('activity').select('id').where('kind', '=', 'person erased');
    expect(await entries.execute()).toHaveLength(1);
  });
});

const erase = (admin: HttpClient, email: string) => admin.post('/api/admin/people/erase', { email });

test('Guests erase so often that a stranger cannot fill the list of erasures', async () => {
  const app = await startApp({ env: { MAIL_RATE: '600' } });
  const ip = '203.0.113.60';
  const statuses = [];
  for (let number = 0; number <= 10; number += 1) {
    app.clock.advance(61_000);
    const guest = app.client({ ip });
    await confirm(app, guest, `guest${number}@example.com`);
    statuses.push((await deleteMyData(guest)).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

describe('An admin who erases', () => {
  test('does not hide who had access to the account of a former colleague', async () => {
    const app = await startApp();
    const boss = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'vera', role: 'manager', email: 'vera@example.com' });
    const vera = await signedIn(app, { username: 'vera' });
    expect((await vera.post('/api/admin/views', { name: 'x', path: '/admin/users', query: 'q=x' })).statusCode).toBe(
      200,
    );
    await vera.get('/api/admin/users.csv');
    expect((await boss.post(`/api/admin/users/${id}/reset-password`, {})).statusCode).toBe(200);
    const demoted = await boss.request({
      method: 'PATCH',
      url: `/api/admin/users/${id}/role`,
      payload: { role: 'user' },
    });
    expect(demoted.statusCode, demoted.body).toBe(200);
    const erased = await erase(boss, 'vera@example.com');
    expect(erased.statusCode, erased.body).toBe(200);
    const rows = await app.db.selectFrom('activity').select(['kind', 'details']).where('target', '=', id).execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['password reset', 'role']);
    for (const { details } of rows) expect(JSON.parse(details ?? '')).toMatchObject({ user: id, username: 'vera' });
  });

  test('takes along no entry about another person whose masked address looks the same', async () => {
    const app = await startApp({
      env: { OUTCOME_WEBHOOK_URL: 'https://hooks.example/x', OUTCOME_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` },
    });
    const boss = await signedIn(app, ADMIN);
    await app.db
      .insertInto('outbox')
      .values({
        id: 'd1',
        channel: 'webhook',
        recipient: 'alma@gmail.com',
        sealed: 'x',
        state: 'failed',
        attempts: 9,
        due_at: 1,
        expires_at: 1,
        created_at: app.clock.now(),
      })
      .execute();
    const again = await boss.post('/api/admin/webhook/deliveries/d1/send-again', {});
    expect(again.statusCode, again.body).toBe(200);
    expect((await erase(boss, 'anna@gmail.com')).statusCode).toBe(200);
    const entry = () =>
      app.db.selectFrom('activity').select('details').where('kind', '=', 'webhook resent').executeTakeFirst();
    expect((await entry())?.details).toContain('a…a@gmail.com');
    expect((await erase(boss, 'Alma@gmail.com')).statusCode).toBe(200);
    expect((await entry())?.details).not.toContain('a…a@gmail.com');
  });
});

const holdOn = (app: TestApp, admin: HttpClient, email: string) =>
  admin.post('/api/admin/people/hold', {
    email,
    reason: 'A court asked for it',
    until: new Date(app.clock.now() + 60_000).toISOString(),
  });

const beginErasure = (app: TestApp, email: string) =>
  app.transact(
    'server',
    async (trx) => app.erasures.begin(trx, await findPerson(trx, app.keys, email, 'staff'), COMMAND_LINE),
    'users',
  );

describe('A legal hold', () => {
  test('comes before an erasure or not at all', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await createAccount(app, { username: 'mira', email: VICTIM });
    const begun = await beginErasure(app, VICTIM);
    expect((await holdOn(app, admin, VICTIM)).json()).toMatchObject({ error: 'erasure_under_way' });
    await app.erasures.finish(begun);
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
  });

  test('on an account holds for its new address too', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
    const edited = { email: THIEF, firstName: '', lastName: '' };
    expect((await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload: edited })).statusCode).toBe(
      200,
    );
    const guest = app.client();
    await confirm(app, guest, THIEF);
    expect((await guest.get('/api/guest/my-data')).json()).toMatchObject({ heldUntil: expect.any(String) });
    expect((await deleteMyData(guest)).json()).toMatchObject({ error: 'legal_hold' });
  });
});

describe('An account that had a held address', () => {
  const ELSEWHERE = 'elsewhere@example.com';
  const give = async (admin: HttpClient, id: string, email: string) => {
    const edited = { email, firstName: '', lastName: '' };
    const answer = await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload: edited });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const expectHeld = async (app: TestApp, admin: HttpClient, id: string, email: string) => {
    expect((await erase(admin, email)).json()).toMatchObject({ error: 'legal_hold' });
    const deleted = await admin.request({ method: 'DELETE', url: `/api/admin/users/${id}` });
    expect(deleted.json()).toMatchObject({ error: 'legal_hold' });
    await admin.post('/api/admin/users/bulk-action', { action: 'delete', userIds: [id] });
    expect(await app.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([{ id }]);
  };

  test('stays held when it was made after the hold and then gets another address', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
    const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
    await give(admin, id, ELSEWHERE);
    await expectHeld(app, admin, id, ELSEWHERE);
    await give(admin, id, '');
    expect((await admin.request({ method: 'DELETE', url: `/api/admin/users/${id}` })).statusCode).toBe(409);
  });

  test('stays held when the hold on that address is set again', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
    await give(admin, id, ELSEWHERE);
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
    await expectHeld(app, admin, id, ELSEWHERE);
  });

  test('does not end the hold on that address by one on its new address', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
    const guest = app.client();
    await confirm(app, guest, VICTIM);
    expect((await holdOn(app, admin, VICTIM)).statusCode).toBe(200);
    await give(admin, id, ELSEWHERE);
    expect((await holdOn(app, admin, ELSEWHERE)).statusCode).toBe(200);
    expect((await erase(admin, VICTIM)).json()).toMatchObject({ error: 'legal_hold' });
    expect((await deleteMyData(guest)).json()).toMatchObject({ error: 'legal_hold' });
    const end = (email: string) =>
      admin.request({ method: 'DELETE', url: '/api/admin/people/hold', payload: { email } });
    expect((await end(ELSEWHERE)).statusCode).toBe(200);
    await expectHeld(app, admin, id, ELSEWHERE);
    expect((await end(ELSEWHERE)).statusCode).toBe(200);
    expect((await end(ELSEWHERE)).statusCode).toBe(404);
    expect((await erase(admin, VICTIM)).statusCode).toBe(200);
  });
});

test('An account that gets another address meanwhile is erased all the same', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
  const begun = await beginErasure(app, VICTIM);
  const edited = { email: 'elsewhere@example.com', firstName: '', lastName: '' };
  const moved = await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload: edited });
  expect(moved.statusCode, moved.body).toBe(200);
  await app.erasures.finish(begun);
  expect(await app.db.selectFrom('users').select('username').execute()).toEqual([{ username: ADMIN.username }]);
  expect(await app.db.selectFrom('outbox').select('recipient').execute()).toEqual([]);
});

test('Who became staff while they were being erased stays', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { username: 'mira', email: VICTIM });
  const begun = await beginErasure(app, VICTIM);
  const role = await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role: 'admin' } });
  expect(role.statusCode, role.body).toBe(200);
  await expect(app.erasures.finish(begun)).rejects.toThrow('This is a staff account');
  expect(await app.db.selectFrom('users').select('role').where('id', '=', id).execute()).toEqual([{ role: 'admin' }]);
  expect(await app.db.selectFrom('erasures').select('id').execute()).toEqual([]);
});

test.runIf(inject('database') === 'postgres').for(['search', 'export'])(
  'An admin who is suspended while it is read gets nothing of it: %s',
  async (what) => {
    const app = await startApp();
    const boss = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: 'vera', role: 'admin', email: 'vera@example.com' });
    const vera = await signedIn(app, { username: 'vera' });
    await createAccount(app, { username: 'mira', email: VICTIM });
    const answer = await inTransaction(app.db, async (trx) => {
      await sql`lock table terms_acceptances in access exclusive mode`.execute(trx);
      const asked = vera.post(`/api/admin/people/${what}`, { email: VICTIM });
      await until('it waits', async () => {
        const { rows } =
          await sql`select 1 from pg_locks where not granted and relation = 'terms_acceptances'::regclass`.execute(
            app.db,
          );
        return rows.length > 0;
      });
      const url = `/api/admin/users/${id}/status`;
      expect((await boss.request({ method: 'PATCH', url, payload: { status: 'suspended' } })).statusCode).toBe(200);
      return { asked };
    });
    const { statusCode, body } = await answer.asked;
    expect(statusCode, body).toBe(401);
  },
);
