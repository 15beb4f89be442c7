import { describe, expect, test } from 'vitest';
import type { UserSession } from '../../../contract/users/users.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const listOf = async (client: HttpClient): Promise<UserSession[]> => (await client.get('/api/auth/sessions')).json();
const end = (client: HttpClient, id?: string) =>
  client.request({ method: 'DELETE', url: id === undefined ? '/api/auth/sessions' : `/api/auth/sessions/${id}` });
const stateOf = async (client: HttpClient) => (await client.get('/api/auth/user')).statusCode;

/** Here, and on a phone at another address. */
async function twoPlaces(app: TestApp): Promise<{ here: HttpClient; phone: HttpClient }> {
  const here = await signedIn(app);
  app.clock.advance(60_000);
  const phone = app.client({ userAgent: IPHONE });
  expect((await attemptSignIn(app, phone)).statusCode).toBe(200);
  return { here, phone };
}

const changesOf = async (app: TestApp) =>
  (
    await app.db
      .selectFrom('activity')
      .select('details')
      .where('action', '=', 'profile_update')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ details }) => JSON.parse(details ?? '{}'));

describe("A user's own sessions", () => {
  test('Sessions are listed with device, address and times, last used first, the current one marked', async () => {
    const app = await startApp();
    await createAccount(app);
    const { here, phone } = await twoPlaces(app);
    await createAccount(app, { username: 'someone-else' });
    await signedIn(app, { username: 'someone-else' });
    app.clock.advance(1_000);
    expect(await listOf(here)).toMatchObject([
      { device: 'Chrome on Linux', ipAddress: here.ip, current: true },
      { device: 'Safari on iOS', ipAddress: phone.ip, current: false },
    ]);
    app.clock.advance(1_000);
    const [first, second] = await listOf(phone);
    expect([first?.current, second?.current]).toEqual([true, false]);
    expect(Date.parse(first?.createdAt ?? '') - Date.parse(second?.createdAt ?? '')).toBe(60_000);
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['createdAt', 'current', 'device', 'id', 'ipAddress', 'location', 'seenAt'].sort(),
    );
  });

  test('A session is ended at once and with a log entry', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const { here, phone } = await twoPlaces(app);
    const other = (await listOf(here)).find(({ current }) => !current) as UserSession;
    expect((await end(here, other.id)).statusCode).toBe(200);
    expect([await stateOf(here), await stateOf(phone)]).toEqual([200, 401]);
    expect((await end(here, other.id)).statusCode).toBe(404);
    expect(await changesOf(app)).toMatchObject([{ change: 'own session ended', device: 'Safari on iOS' }]);
    const entry = await app.db.selectFrom('activity').selectAll().where('action', '=', 'profile_update').execute();
    expect(entry).toMatchObject([{ user_id: user.id, staff: 0, ip_address: here.ip }]);
  });

  test('A user ends all sessions but the current one, staff too', async () => {
    const app = await startApp();
    const [here, ...others] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
    await createAccount(app);
    const user = await signedIn(app);
    expect((await end(here)).json()).toEqual({ ended: 2 });
    expect(await Promise.all([here, ...others, user].map(stateOf))).toEqual([200, 401, 401, 200]);
    expect((await end(here)).json()).toEqual({ ended: 0 });
    // Where there was nothing to end, there is nothing to tell.
    expect(await changesOf(app)).toEqual([{ change: 'other sessions ended', sessions: 2 }]);
  });

  test("Another user's session is answered like an unknown one", async () => {
    const app = await startApp();
    await createAccount(app);
    const victim = await signedIn(app);
    const [{ id }] = (await listOf(victim)) as [UserSession];
    for (const thief of [await signedIn(app, ADMIN), app.client()])
      expect([401, 404]).toContain((await end(thief, id)).statusCode);
    expect(await stateOf(victim)).toBe(200);
    expect(await changesOf(app)).toEqual([]);
  });

  test('Sessions are hidden until a temporary password is replaced', async () => {
    const app = await startApp();
    await createAccount(app, { passwordState: 'temporary' });
    const client = await signedIn(app);
    for (const answer of [await client.get('/api/auth/sessions'), await end(client), await end(client, 'x')])
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'password_change_required']);
  });
});
