import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry, AuditQuery } from '../../../../contract/log/audit.ts';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { planOf } from '../../../../tests/support/query-plan.ts';
import { isThorough } from '../../../../tests/support/thorough.ts';
import { isPostgres } from '../../../db/queries.ts';
import { auditPage } from './queries.ts';

const GUEST = '203.0.113.9';

const ask = async (client: HttpClient, query = ''): Promise<AuditEntry[]> => {
  const answer = await client.get(`/api/admin/audit?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const kindsOf = (entries: readonly AuditEntry[]) => entries.map(({ kind }) => kind);

/** The first admin suspends Mira, looks at Hugo's temporary password and prompts a guest; the guest views a page. */
async function staffAtWork(app: TestApp) {
  const mira = await createAccount(app, { username: 'mira', firstName: 'Mira', lastName: 'Kolb' });
  const admin = await signedIn(app, ADMIN);
  const me = (await admin.get('/api/auth/user')).json();
  const next = () => app.clock.advance(1_000);
  next();
  const patch = (url: string, payload: object) => admin.request({ method: 'PATCH', url, payload });
  await patch(`/api/admin/users/${mira.id}/status`, { status: 'suspended' });
  next();
  await patch(`/api/admin/users/${mira.id}/role`, { role: 'helper' });
  next();
  const hugo = (await admin.post('/api/admin/users', { username: 'hugo', role: 'user' })).json();
  next();
  await admin.post(`/api/admin/users/${hugo.id}/temporary-password`);
  next();
  const guest = app.client({ ip: GUEST });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  next();
  await admin.post('/api/admin/guest-prompt', { guestIp: GUEST, prompt: 'email' });
  next();
  return { admin, me, mira, hugo };
}

test('The audit trail lists what staff did, newest first, in pages', async () => {
  const app = await startApp();
  const { admin } = await staffAtWork(app);
  expect(kindsOf(await ask(admin)).slice(0, 6)).toEqual([
    'prompt',
    'temporary password shown',
    'created',
    'role',
    'status',
    'login',
  ]);
  const first = await admin.get('/api/admin/audit?limit=2');
  expect(kindsOf(first.json())).toEqual(['prompt', 'temporary password shown']);
  expect(kindsOf(await ask(admin, `limit=2&cursor=${first.headers['x-next-cursor']}`))).toEqual(['created', 'role']);
});

test('The audit trail can be filtered by person, target and time', async () => {
  const app = await startApp();
  const { admin, me, mira, hugo } = await staffAtWork(app);
  const [role] = await ask(admin, `kind=role&person=${me.id}`);
  const changedAt = role?.createdAt ?? '';
  const guest = `guest_${GUEST.replaceAll('.', '_')}`;
  const cases: [query: string, kinds: string[]][] = [
    [`target=${mira.id}`, ['role', 'status']],
    [`target=${hugo.id}`, ['temporary password shown', 'created']],
    [`target=${guest}`, ['prompt']],
    [`from=${changedAt}&target=${mira.id}`, ['role']],
    [`to=${changedAt}&target=${mira.id}`, ['status']],
    ['person=nobody', []],
    [`person=${guest}`, []],
  ];
  for (const [query, kinds] of cases) expect(kindsOf(await ask(admin, query)), query).toEqual(kinds);
  expect((await admin.get(`/api/admin/audit/count?target=${mira.id}`)).json()).toEqual({ count: 2, more: false });
});

test.runIf(isThorough())('An audit entry has the old value, the new value and the user it is about', async () => {
  const app = await startApp();
  const { admin, me, mira } = await staffAtWork(app);
  const [role] = await ask(admin, `kind=role&person=${me.id}`);
  expect(role?.details).toMatchObject({ changed: { role: { from: 'user', to: 'helper' } } });
  expect(role?.about).toMatchObject({ userId: mira.id, name: 'Mira Kolb (mira)' });
  const [status] = await ask(admin, 'kind=status');
  expect(status?.details).toMatchObject({ changed: { status: { from: 'active', to: 'suspended' } } });
});

test.runIf(isThorough())('An invalid filter of the audit trail is rejected', async () => {
  const admin = await signedIn(await startApp(), ADMIN);
  for (const bad of ['person=a%20b', 'kind=%00', 'cursor=x', 'from=yesterday', 'limit=0'])
    expect((await admin.get(`/api/admin/audit?${bad}`)).statusCode, bad).toBe(400);
});

test.runIf(isThorough())("The filter offers today's staff, and names the people in the URL", async () => {
  const app = await startApp();
  const { admin, hugo } = await staffAtWork(app);
  await admin.request({ method: 'DELETE', url: `/api/admin/users/${hugo.id}` });
  const people = (await admin.get(`/api/admin/audit/people?target=${hugo.id}&person=guest_192_0_2_7`)).json();
  expect(people.staff.map(({ name }: { name: string }) => name)).toEqual(['admin', 'Mira Kolb (mira)', 'Command line']);
  expect(people.named.map(({ name }: { name: string }) => name)).toEqual([
    'Guest (192.0.2.7)',
    'hugo (account deleted)',
  ]);
});

test.runIf(isThorough())('Only admins and auditors see the audit trail', async () => {
  const app = await startApp();
  for (const role of ['user', 'helper', 'manager', 'auditor'] as const) {
    await createAccount(app, { username: role, role });
    const client = await signedIn(app, { username: role });
    for (const path of [
      '/api/admin/audit',
      '/api/admin/audit/count',
      '/api/admin/audit/people',
      '/api/admin/audit.csv',
    ])
      expect((await client.get(path)).statusCode, `${role} ${path}`).toBe(role === 'auditor' ? 200 : 403);
  }
  expect((await app.client().get('/api/admin/audit')).statusCode).toBe(401);
});

test.runIf(isThorough())(
  'An export is logged, has every matching line and no secret, and needs a step-up',
  async () => {
    const app = await startApp();
    const { admin, mira } = await staffAtWork(app);
    const csv = await admin.get(`/api/admin/audit.csv?target=${mira.id}`);
    const lines = csv.body.trim().split('\r\n');
    expect(lines[0]).toBe('Date,Person,Kind,About,Details,IP Address,Location,Device,Person ID,About ID,Entry ID');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(',role,Mira Kolb (mira),');
    expect(lines[1]).toContain('""from"":""user"",""to"":""helper""');
    expect(csv.headers['content-disposition']).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    expect((await ask(admin, 'kind=audit%20exported'))[0]?.details).toEqual({
      change: 'audit exported',
      target: mira.id,
    });
    const all = await admin.get('/api/admin/audit.csv');
    const [row] = await app.db
      .selectFrom('users')
      .select('temporary_password')
      .where('username', '=', 'hugo')
      .execute();
    expect(all.body).not.toContain(app.keys.open(row?.temporary_password ?? '', 'temporary-password'));
    app.clock.advance(11 * 60_000);
    expect((await admin.get('/api/admin/audit.csv')).statusCode).toBe(403);
  },
);

test('Entries of staff are linked a moment later, entries of guests are not', async () => {
  const app = await startApp();
  await staffAtWork(app);
  await until('everything is linked', async () => {
    const waiting = await app.db.selectFrom('audit_waiting').selectAll().execute();
    return waiting.length === 0;
  });
  const guests = await app.db.selectFrom('activity').selectAll().where('staff', '=', 0).execute();
  expect(guests.length).toBeGreaterThan(0);
  for (const { mac, kind, target } of guests) expect([mac, kind, target]).toEqual([null, null, null]);
});

test('Each filter of the audit trail uses its own index', async () => {
  const app = await startApp();
  const { db } = app;
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    id: `e-${String(index).padStart(5, '0')}`,
    user_id: `u-${index % 40}`,
    action: 'profile_update' as const,
    page: null,
    ip_address: '',
    location: '',
    device: '',
    user_agent: '',
    details: null,
    created_at: index,
    staff: index % 4 === 0 ? 1 : 0,
    actor_name: null,
    guest_id: null,
    mac: 'x',
    kind: `k-${index % 36}`,
    target: `t-${index % 400}`,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('activity')
      .values(rows.slice(at, at + 500))
      .execute();
  const planFor = (query: Partial<AuditQuery>) =>
    planOf(db, (recorder) => auditPage(recorder, { ...query, limit: 50 }).execute());
  // SQLite has no statistics in service.
  if (!isPostgres(db)) expect(await planFor({})).toContain('activity_of_staff');
  await sql`analyze`.execute(db);
  expect(await planFor({})).toContain('activity_of_staff');
  expect(await planFor({ person: 'u-4' })).toMatch(/activity_staff_by_person/);
  expect(await planFor({ kind: 'k-4' })).toContain('activity_staff_by_kind');
  expect(await planFor({ person: 'u-4', kind: 'k-4' })).toMatch(/activity_staff_by_(?:person|kind)/);
  expect(await planFor({ target: 't-4' })).toContain('activity_staff_by_target');
});
