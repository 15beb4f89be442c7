import { describe, expect, test } from 'vitest';
import { KEYS_OF_NAME } from '../../../../contract/programs/keys.rules.ts';
import type { ApiKey } from '../../../../contract/programs/keys.ts';
import { createAccount, PASSWORD, signedIn } from '../../../../tests/support/accounts.ts';
import { bearer, callWith, DAY_MS, endKey, keyInput, makeKey, WITH_KEYS } from '../../../../tests/support/api-key.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { verify, WHOLE } from '../../../../tests/support/audit.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const USERS = '/api/admin/users';
const KEYS = '/api/admin/api-keys';

const keysOf = async (client: HttpClient) => (await client.get(KEYS)).json() as ApiKey[];

async function secondAdmin(app: TestApp, username = 'second') {
  const user = await createAccount(app, { username, role: 'admin', email: `${username}@example.com` });
  return { user, client: await signedIn(app, { username }) };
}

async function opened(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp({ ...options, env: { ...WITH_KEYS, ...options.env } });
  return { app, admin: await signedIn(app, ADMIN) };
}

describe('An API key', () => {
  test('An API key opens its scopes and is shown once', async () => {
    const { app, admin } = await opened();
    const { key, ...made } = await makeKey(app, admin, { scopes: ['users:read'] });
    expect(key).toMatch(/^gh_[0-9A-Za-z]{60}$/);
    expect(key.startsWith(made.prefix)).toBe(true);
    expect(made).toMatchObject({
      name: 'crm',
      state: 'live',
      usedAt: null,
      madeBy: ADMIN.username,
      confirmation: null,
    });
    const users = await callWith(app, key, { url: USERS });
    expect(users.json()).toMatchObject([{ username: ADMIN.username }]);
    const refused = await callWith(app, key, { url: '/api/admin/verified' });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { error: 'api_key_not_allowed', message: 'This API key does not have the scope verified:read.' },
    ]);
    const listed = await admin.get(KEYS);
    expect(listed.body).not.toContain(key.slice(made.prefix.length, -6));
    expect(listed.json()).toMatchObject([{ id: made.id, usedAt: new Date(app.clock.now()).toISOString() }]);
    const rows = JSON.stringify(await app.db.selectFrom('api_keys').selectAll().execute());
    expect(rows + app.logged.join()).not.toContain(key.slice(made.prefix.length, -6));
  });

  test('An API key exists only where the operator switched it on', async () => {
    const { app, admin } = await opened();
    const { key } = await makeKey(app, admin);
    await app.close();
    const off = await startApp({ database: app.database });
    expect((await (await signedIn(off, ADMIN)).get(KEYS)).statusCode).toBe(404);
    const refused = await callWith(off, key, { url: USERS });
    expect([refused.statusCode, refused.json().message]).toEqual([401, 'API keys are switched off on this server.']);
  });

  test('An API key is made and ended by admins with a step-up; auditors see the list', async () => {
    const { app, admin } = await opened();
    await createAccount(app, { username: 'auditor', role: 'auditor' });
    const auditor = await signedIn(app, { username: 'auditor' });
    const made = await makeKey(app, admin);
    expect(await keysOf(auditor)).toHaveLength(1);
    expect((await auditor.post(KEYS, keyInput(app))).statusCode).toBe(403);
    expect((await endKey(auditor, made)).statusCode).toBe(403);
    app.clock.advance(11 * 60_000);
    expect((await admin.post(KEYS, keyInput(app))).json().error).toBe('fresh_proof_needed');
    expect((await endKey(admin, made)).json().error).toBe('fresh_proof_needed');
    await admin.post('/api/auth/proof', { password: ADMIN.password });
    expect((await endKey(admin, made)).statusCode).toBe(200);
    expect((await endKey(admin, made)).json().error).toBe('api_key_gone');
    expect((await callWith(app, made.key, { url: USERS })).json().message).toBe('This API key is wrong or has ended.');
    expect(await keysOf(admin)).toEqual([]);
  });

  test('An API key works until it expires, at most a year', async () => {
    const { app, admin } = await opened();
    const { key } = await makeKey(app, admin, { days: 1 });
    expect((await admin.post(KEYS, keyInput(app, { days: 366 }))).json().message).toContain('at most 365 days');
    expect((await admin.post(KEYS, keyInput(app, { days: -1 }))).json().message).toContain('in the future');
    app.clock.advance(DAY_MS);
    expect((await callWith(app, key, { url: USERS })).json().message).toBe('This API key has expired.');
    const again = await signedIn(app, ADMIN);
    expect(await keysOf(again)).toMatchObject([{ state: 'expired' }]);
    app.clock.advance(31 * DAY_MS);
    await app.sweep();
    expect(await keysOf(await signedIn(app, ADMIN))).toEqual([]);
  });

  test('An API key works from its networks only', async () => {
    const { app, admin } = await opened();
    const { key } = await makeKey(app, admin, { networks: ['192.0.2.0/24', '2001:db8::7'] });
    const from = async (ip: string) => (await callWith(app, key, { url: USERS }, ip)).statusCode;
    expect(await from('192.0.2.9')).toBe(200);
    expect(await from('2001:db8::7')).toBe(200);
    expect(await from('192.0.3.9')).toBe(401);
    expect(await from('2001:db8::8')).toBe(401);
    const wrong = await admin.post(KEYS, keyInput(app, { networks: ['192.0.2.0/33'] }));
    expect(wrong.json().message).toContain('"192.0.2.0/33" is not an IP address or CIDR');
  });

  test(`An API key can be replaced while it works: ${KEYS_OF_NAME} may have one name`, async () => {
    const { app, admin } = await opened();
    const old = await makeKey(app, admin);
    const next = await makeKey(app, admin);
    expect((await admin.post(KEYS, keyInput(app))).json().error).toBe('too_many_api_keys');
    for (const { key } of [old, next]) expect((await callWith(app, key, { url: USERS })).statusCode).toBe(200);
    await endKey(admin, old);
    expect((await callWith(app, old.key, { url: USERS })).statusCode).toBe(401);
    expect((await callWith(app, next.key, { url: USERS })).statusCode).toBe(200);
    await makeKey(app, admin);
  });

  test('An API key that reads addresses waits for a second admin, or for a day', async () => {
    const { app, admin } = await opened();
    const { client: other } = await secondAdmin(app);
    const made = await makeKey(app, admin, { scopes: ['verified:read', 'guests:read', 'users:read'] });
    expect(made).toMatchObject({ state: 'waiting', confirmation: 'own' });
    const read = async (key: string, url = '/api/admin/verified') => (await callWith(app, key, { url })).statusCode;
    expect([await read(made.key), await read(made.key, '/api/admin/guests'), await read(made.key, USERS)]).toEqual([
      403, 403, 200,
    ]);
    const confirm = (client: HttpClient, id = made.id) => client.post(`${KEYS}/${id}/confirm`);
    expect((await confirm(admin)).json().error).toBe('needs_another_admin');
    expect((await keysOf(other))[0]?.confirmation).toBe('possible');
    expect((await confirm(other)).json()).toMatchObject({ state: 'live', confirmedBy: 'second' });
    expect([await read(made.key), await read(made.key, '/api/admin/guests')]).toEqual([200, 200]);
    expect((await confirm(other)).json().error).toBe('proposal_gone');

    const unseen = await makeKey(app, admin, { name: 'unseen', scopes: ['verified:read'] });
    app.clock.advance(DAY_MS - 1);
    expect(await read(unseen.key)).toBe(403);
    app.clock.advance(1);
    expect(await read(unseen.key)).toBe(200);
  });

  test('An API key that waits has no date any more once its maker has a new password', async () => {
    const { app } = await opened();
    const { client: maker } = await secondAdmin(app);
    const made = await makeKey(app, maker, { scopes: ['verified:read'] });
    expect(made.inForceAt).toBe(new Date(app.clock.now() + DAY_MS).toISOString());
    const passwords = { currentPassword: PASSWORD, newPassword: 'a new password of the maker' };
    expect((await maker.post('/api/auth/change-password', passwords)).statusCode).toBe(200);
    expect((await keysOf(maker))[0]).toMatchObject({ state: 'waiting', inForceAt: null });
  });

  test('An API key is not confirmed by an account that its maker made', async () => {
    const { app, admin } = await opened();
    await secondAdmin(app);
    const created = await admin.post(USERS, { username: 'puppet', role: 'admin' });
    const puppet = await signedIn(app, { username: 'puppet', password: created.json().temporaryPassword });
    await puppet.post('/api/auth/change-password', { newPassword: 'a password of the puppet' });
    const made = await makeKey(app, admin, { scopes: ['verified:read'] });
    expect((await puppet.post(`${KEYS}/${made.id}/confirm`)).json().error).toBe('needs_another_admin');
  });

  test('An API key of the only admin reads addresses at once, like a new exit host', async () => {
    const { app, admin } = await opened();
    const { key, state } = await makeKey(app, admin, { scopes: ['verified:read'] });
    expect([state, (await callWith(app, key, { url: '/api/admin/verified' })).statusCode]).toEqual(['live', 200]);
  });

  test('All admins are told of an API key by bell and email', async () => {
    const { app, admin } = await opened();
    const { client: other } = await secondAdmin(app);
    const made = await makeKey(app, admin, { scopes: ['verified:read'] });
    await other.post(`${KEYS}/${made.id}/confirm`);
    await endKey(admin, made);
    const told = (await other.get('/api/admin/notifications?type=settings_change')).json();
    expect(told.map(({ title, about }: { title: string; about: object }) => [title, about])).toEqual([
      ['API key ended', { kind: 'api-keys', id: null }],
      ['API key confirmed', { kind: 'api-keys', id: null }],
      ['API key made', { kind: 'api-keys', id: null }],
    ]);
    expect(told[2].message).toContain('admin made the API key "crm" with the scopes verified:read.');
    const mails = await app.db.selectFrom('outbox').select('recipient').where('channel', '=', 'mail').execute();
    expect(mails).toHaveLength(3);
  });
});

describe('What a program changes', () => {
  const create = (app: TestApp, key: string, payload: object) =>
    callWith(app, key, { method: 'POST', url: USERS, payload });

  test('A change by an API key is in the audit trail as one of its maker with the key', async () => {
    const { app, admin } = await opened();
    const { key } = await makeKey(app, admin, { scopes: ['users:write'] });
    const created = await create(app, key, { username: 'nora' });
    expect([created.statusCode, created.body]).toEqual([200, expect.stringContaining('nora')]);
    const url = `${USERS}/${created.json().id}`;
    expect((await callWith(app, key, { method: 'PATCH', url, payload: { firstName: 'Nora' } })).statusCode).toBe(200);
    const status = { method: 'PATCH', url: `${url}/status`, payload: { status: 'suspended' } } as const;
    expect((await callWith(app, key, status)).statusCode).toBe(200);
    const entries = (await admin.get('/api/admin/audit?limit=4')).json();
    expect(entries.map(({ kind, userName, apiKey }: Record<string, string>) => [kind, userName, apiKey])).toEqual([
      ['status', 'admin', 'crm'],
      ['edited', 'admin', 'crm'],
      ['created', 'admin', 'crm'],
      ['api key made', 'admin', undefined],
    ]);
    const csv = (await admin.get('/api/admin/audit.csv')).body;
    expect(csv).toContain('admin with the API key crm');
    await app.close();
    expect(await verify(app.database)).toMatch(WHOLE);
  });

  test('What needs a step-up needs a person', async () => {
    const { app, admin } = await opened();
    const { key } = await makeKey(app, admin, { scopes: ['users:write', 'users:read'] });
    const helper = await createAccount(app, { username: 'helper', role: 'helper' });
    const url = `${USERS}/${helper.id}`;
    const answers = [
      await create(app, key, { username: 'nora', role: 'helper' }),
      await callWith(app, key, { method: 'PATCH', url, payload: { email: 'mine@example.com' } }),
      await callWith(app, key, { method: 'PATCH', url: `${url}/status`, payload: { status: 'suspended' } }),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('A person has to')]);
    // Making the key took a step-up, which stands for exports.
    expect((await callWith(app, key, { url: '/api/admin/users.csv' })).statusCode).toBe(200);
  });

  test('A demotion narrows the keys of their maker, a suspension ends them', async () => {
    const { app, admin } = await opened();
    const { user, client } = await secondAdmin(app, 'maker');
    const { key } = await makeKey(app, client, { scopes: ['users:read', 'users:write', 'audit:read'] });
    const to = (role: string) => admin.request({ method: 'PATCH', url: `${USERS}/${user.id}/role`, payload: { role } });
    const statuses = async () => [
      (await callWith(app, key, { url: USERS })).statusCode,
      (await callWith(app, key, { url: '/api/admin/audit' })).statusCode,
      (await create(app, key, { username: '' })).statusCode,
    ];
    expect(await statuses()).toEqual([200, 200, 400]);
    expect((await to('auditor')).statusCode).toBe(200);
    expect(await statuses()).toEqual([200, 200, 403]);
    // No key comes back with a promotion.
    expect((await to('admin')).statusCode).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);

    await signedIn(app, { username: 'maker' });
    const again = await makeKey(app, await signedIn(app, { username: 'maker' }), { scopes: ['users:read'] });
    const suspend = (status: string) =>
      admin.request({ method: 'PATCH', url: `${USERS}/${user.id}/status`, payload: { status } });
    await suspend('suspended');
    expect((await callWith(app, again.key, { url: USERS })).statusCode).toBe(401);
    await suspend('active');
    expect((await callWith(app, again.key, { url: USERS })).statusCode).toBe(401);
    const kinds = (await admin.get('/api/admin/audit?kind=api%20key%20ended')).json();
    expect(kinds).toHaveLength(2);
  });
});

test('Wrong keys cost the budget of their network, right ones have their own', async () => {
  const { app, admin } = await opened();
  const { key } = await makeKey(app, admin);
  const wrong = `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`;
  const ip = '192.0.2.44';
  const statuses = new Set<number>();
  for (let tries = 0; tries < 31; tries += 1) statuses.add((await callWith(app, wrong, { url: USERS }, ip)).statusCode);
  expect([...statuses]).toEqual([401, 429]);
  expect((await callWith(app, key, { url: USERS }, ip)).statusCode).toBe(200);
});

test('The OpenAPI document names the scope of each route', async () => {
  const { app } = await opened();
  const { paths, components } = (await app.client().get('/api/openapi.json')).json();
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(paths['/api/admin/users'].get.security).toEqual([{ session: [] }, { apiKey: ['users:read'] }]);
  expect(paths['/api/admin/settings'].get.security).toEqual([{ session: [] }]);
  const off = (await (await startApp()).client().get('/api/openapi.json')).json();
  expect(JSON.stringify(off)).not.toContain('users:read');
});

test('The token of a proxy is not taken for a key', async () => {
  const { admin } = await opened();
  const answer = await admin.request({ url: USERS, headers: bearer('eyJhbGciOiJIUzI1NiJ9.e30.x') });
  expect(answer.statusCode).toBe(200);
});
