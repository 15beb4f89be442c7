import { describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/users/users.rules.ts';
import { VIEWS_MAX } from '../../../contract/views/views.rules.ts';
import type { SavedView } from '../../../contract/views/views.ts';
import { createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';

const SUSPENDED = { name: 'Suspended', path: '/admin/users', query: 'standing=suspended' };

const staff = async (app: TestApp, role: Role, username = `the-${role}`) =>
  signedIn(app, await createAccount(app, { username, role }));
const viewsOf = async (client: HttpClient) => (await client.get('/api/admin/views')).json() as SavedView[];
const remove = (client: HttpClient, { id }: SavedView) =>
  client.request({ method: 'DELETE', url: `/api/admin/views/${id}` });

describe('A saved view', () => {
  test('A saved view belongs to the person who saved it', async () => {
    const app = await startApp();
    const manager = await staff(app, 'manager');
    const saved = (await manager.post('/api/admin/views', SUSPENDED)).json() as SavedView;
    expect(saved).toMatchObject({ ...SUSPENDED, sharedWith: null, isOwn: true, owner: 'the-manager' });
    expect(await viewsOf(manager)).toEqual([saved]);
    const admin = await signedIn(app, ADMIN);
    expect(await viewsOf(admin)).toEqual([]);
    expect((await remove(admin, saved)).statusCode).toBe(404);
    expect((await remove(manager, saved)).statusCode).toBe(200);
    expect(await viewsOf(manager)).toEqual([]);
  });

  test('A saved view is replaced by one with the same list and name', async () => {
    const app = await startApp();
    const manager = await staff(app, 'manager');
    await manager.post('/api/admin/views', SUSPENDED);
    await manager.post('/api/admin/views', { ...SUSPENDED, query: 'standing=suspended&sort=name' });
    expect(await viewsOf(manager)).toMatchObject([{ query: 'standing=suspended&sort=name' }]);
  });

  test('A saved view can be shared with a role, and an admin can remove it', async () => {
    const app = await startApp();
    const manager = await staff(app, 'manager');
    const colleague = await staff(app, 'manager', 'colleague');
    const helper = await staff(app, 'helper');
    await manager.post('/api/admin/views', { ...SUSPENDED, sharedWith: 'manager' });
    expect(await viewsOf(colleague)).toMatchObject([{ name: 'Suspended', isOwn: false, owner: 'the-manager' }]);
    expect(await viewsOf(helper)).toEqual([]);
    const [view] = (await viewsOf(colleague)) as [SavedView];
    expect((await remove(colleague, view)).statusCode).toBe(404);
    expect((await remove(await signedIn(app, ADMIN), view)).statusCode).toBe(200);
    expect(await viewsOf(manager)).toEqual([]);
  });

  test('Only admins share a view beyond their own role', async () => {
    const app = await startApp();
    const toHelpers = { ...SUSPENDED, path: '/admin/guest-activity', sharedWith: 'helper' };
    expect((await (await staff(app, 'manager')).post('/api/admin/views', toHelpers)).statusCode).toBe(403);
    expect((await (await signedIn(app, ADMIN)).post('/api/admin/views', toHelpers)).statusCode).toBe(200);
    expect(await viewsOf(await staff(app, 'helper'))).toHaveLength(1);
  });

  test.each([
    ['without a filter', { query: '' }],
    ['of another page', { path: '/admin/settings' }],
    ['with an address as its filter', { query: 'q=a#//evil.example' }],
    ['without a name', { name: ' ' }],
  ])('A saved view is rejected %s', async (_, change) => {
    const admin = await signedIn(await startApp(), ADMIN);
    expect((await admin.post('/api/admin/views', { ...SUSPENDED, ...change })).statusCode).toBe(400);
  });

  test(`A saved view is rejected when a person has ${VIEWS_MAX}`, async () => {
    const admin = await signedIn(await startApp(), ADMIN);
    const save = (number: number) => admin.post('/api/admin/views', { ...SUSPENDED, name: `View ${number}` });
    for (let number = 0; number < VIEWS_MAX; number += 1) expect((await save(number)).statusCode).toBe(200);
    expect((await save(VIEWS_MAX)).statusCode).toBe(400);
    expect((await save(0)).statusCode).toBe(200);
  });
});
