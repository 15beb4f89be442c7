import { describe, expect, test } from 'vitest';
import { STATUSES } from '../../../contract/users/users.rules.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { smallJpeg } from '../../../tests/support/jpeg.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';
import { until } from '../../../tests/support/process.ts';
import {
  addPasskey,
  addTotp,
  begunSignIn,
  passkeyOptions,
  secondStep,
  totpCode,
} from '../../../tests/support/second-factor.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';
import { isThorough } from '../../../tests/support/thorough.ts';
import type { Tables, UserRow } from '../../db/tables.ts';
import { DETAIL_COLUMNS } from './detail-columns.ts';

const MIRA = 'mira@example.com';
const STAFF = ['helper', 'manager', 'auditor', 'admin'] as const;
type StaffRole = (typeof STAFF)[number];

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
const isSignedIn = async (client: HttpClient) => (await statusOf(client.get('/api/auth/user'))) === 200;
const signInStatus = (app: TestApp, password: string, client = app.client()) =>
  statusOf(attemptSignIn(app, client, { password }));

const giveRole = (admin: HttpClient, id: string, role: string) =>
  admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role } });
const showPassword = (client: HttpClient, id: string) => client.post(`/api/admin/users/${id}/temporary-password`);

/** Each way of giving a role, with the temporary password as an admin gets to know it. */
const WAYS = {
  'one by one': async (admin: HttpClient, { id }: UserRow, role: StaffRole): Promise<string> => {
    const answer = await giveRole(admin, id, role);
    expect([answer.statusCode, answer.json().role]).toEqual([200, role]);
    return answer.json().temporaryPassword;
  },
  'by a bulk action': async (admin: HttpClient, { id }: UserRow, role: StaffRole): Promise<string> => {
    const answer = await admin.post('/api/admin/users/bulk-action', { userIds: [id], action: 'role', value: role });
    expect(answer.json()).toEqual({ affected: 1 });
    return (await showPassword(admin, id)).json().temporaryPassword;
  },
  'by a bulk job': async (admin: HttpClient, { id, username }: UserRow, role: StaffRole): Promise<string> => {
    const answer = await admin.post('/api/admin/bulk-jobs', { filter: { q: username }, action: 'role', value: role });
    await until('the job is done', async () => {
      const jobs: { id: string; state: string }[] = (await admin.get('/api/admin/bulk-jobs')).json();
      return jobs.some((job) => job.id === answer.json().id && job.state === 'done');
    });
    return (await showPassword(admin, id)).json().temporaryPassword;
  },
};

const rowOf = (app: TestApp, id: string) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type WithUser = { [Table in keyof Tables]: 'user_id' extends keyof Tables[Table] ? Table : never }[keyof Tables];

/** What becomes of everything that hangs on an account: what lets people in is gone. A new table does not compile without a word. */
const TABLES: Record<WithUser, 'gone' | 'kept' | 'of staff'> = {
  sessions: 'gone',
  api_keys: 'gone',
  oidc_links: 'gone',
  email_changes: 'gone',
  passkeys: 'gone',
  totp_apps: 'gone',
  recovery_codes: 'gone',
  begun_sign_ins: 'gone',
  activity: 'kept',
  admin_terms: 'kept',
  admin_preferences: 'kept',
  account_means: 'of staff',
  notification_marks: 'of staff',
  notification_reads: 'of staff',
  profile_pictures: 'kept',
  profiles: 'kept',
  redirects: 'kept',
  saved_views: 'of staff',
  terms_acceptances: 'kept',
};

/** The same for the account's own row. */
type DetailColumn = (typeof DETAIL_COLUMNS)[number];

const BECOMES: Record<Exclude<keyof UserRow, DetailColumn>, 'new' | 'same'> & Partial<Record<DetailColumn, 'same'>> = {
  ...Object.fromEntries(DETAIL_COLUMNS.map((column) => [column, 'same'])),
  role: 'new',
  password_hash: 'new',
  password_state: 'new',
  temporary_password: 'new',
  temporary_password_at: 'new',
  second_factor: 'new',
  short_password: 'new',
  sign_outs: 'new',
  email_by: 'same',
  updated_at: 'new',
  id: 'same',
  username: 'same',
  username_key: 'same',
  email_key: 'same',
  profile_image_url: 'same',
  status: 'same',
  auth_type: 'same',
  created_at: 'same',
  signed_in_at: 'same',
  active_at: 'same',
  language: 'same',
  signed_in_language: 'same',
  name_key: 'same',
  search: 'same',
};

async function rowCounts(app: TestApp, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(TABLES) as WithUser[]) {
    const rows = await app.db
      .selectFrom(table as 'sessions')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    counts[table] = rows.length;
  }
  return counts;
}

const isThere = (counts: Record<string, number>, wanted: 'gone' | 'kept') =>
  Object.entries(TABLES)
    .filter(([, becomes]) => becomes === wanted)
    .map(([table]) => [table, (counts[table] ?? 0) > 0]);

/** Mira's account, which was once an admin's, with everything that an account can have. */
async function withEverything(app: TestApp) {
  const admin = await signedIn(app, ADMIN);
  const mira = await createAccount(app, { role: 'admin', email: MIRA });
  expect((await giveRole(admin, mira.id, 'user')).statusCode).toBe(200);
  const owner = await signedIn(app);
  await owner.request({ method: 'PATCH', url: '/api/user/profile', payload: { city: 'Graz' } });
  const picture = smallJpeg().toString('base64');
  await owner.request({ method: 'PUT', url: '/api/user/picture', payload: { picture } });
  const { version } = (await owner.get('/api/user/terms')).json();
  await owner.post('/api/user/terms/accept', { version });
  const { secret, recoveryCodes } = await addTotp(app, owner);
  const passkey = await addPasskey(owner);
  const begun = await begunSignIn(app);
  expect((await owner.post('/api/auth/email-change', { email: 'thief@example.com' })).statusCode).toBe(200);
  await admin.post('/api/admin/redirects', { userId: mira.id, destinationPath: '/terms-agreement' });
  const link = { issuer: 'https://id.example', subject: 'thief', linked_at: 1, used_at: null };
  await app.db
    .insertInto('oidc_links')
    .values({ user_id: mira.id, ...link })
    .execute();
  const times = { created_at: 1, expires_at: app.clock.now() + 1_000_000, used_at: null, in_force_at: 1 };
  const key = { id: 'key', name: 'crm', secret_hash: '', scopes: '[]', networks: '[]', confirmed_by: null, ...times };
  await app.db
    .insertInto('api_keys')
    .values({ user_id: mira.id, ...key })
    .execute();
  await app.db.insertInto('admin_preferences').values({ user_id: mira.id }).execute();
  await app.db.updateTable('users').set({ short_password: 1 }).where('id', '=', mira.id).execute();
  return { admin, mira, owner, secret, recoveryCodes, passkey, begun };
}

describe('A user who becomes staff', () => {
  test.runIf(isThorough()).for(Object.entries(WAYS))(
    'A manager who created the account cannot sign in to it, %s',
    async ([, promote]) => {
      const app = await startApp();
      const admin = await signedIn(app, ADMIN);
      await createAccount(app, { username: 'max', role: 'manager' });
      const manager = await signedIn(app, { username: 'max' });
      for (const role of STAFF) {
        const username = `new-${role}`;
        const { id, temporaryPassword: known } = (await manager.post('/api/admin/users', { username })).json();
        const password = await promote(admin, await rowOf(app, id), role);
        const guess = await attemptSignIn(app, app.client(), { username, password: known });
        expect([role, guess.statusCode]).toEqual([role, 401]);
        expect([role, (await showPassword(manager, id)).json().error]).toEqual([role, 'not_allowed']);
        expect((await manager.get(`/api/admin/users/${id}/details`)).body).not.toContain(password);
        expect((await showPassword(admin, id)).json()).toEqual({ temporaryPassword: password });

        const owner = await signedIn(app, { username, password });
        expect((await owner.get('/api/auth/user')).json()).toMatchObject({ role, mustChangePassword: true });
      }
    },
  );

  test.runIf(isThorough()).for(Object.entries(WAYS))(
    'No credential of before works after the promotion, %s',
    async ([, promote]) => {
      const app = await startApp();
      const { admin, mira } = await withEverything(app);
      const before = { row: await rowOf(app, mira.id), counts: await rowCounts(app, mira.id) };
      expect(isThere(before.counts, 'gone').filter(([, is]) => !is)).toEqual([]);
      expect(isThere(before.counts, 'kept').filter(([, is]) => !is)).toEqual([]);
      app.clock.advance(1_000);
      await promote(admin, mira, 'helper');
      const after = { row: await rowOf(app, mira.id), counts: await rowCounts(app, mira.id) };
      expect(isThere(after.counts, 'gone').filter(([, is]) => is)).toEqual([]);
      expect(isThere(after.counts, 'kept').filter(([, is]) => !is)).toEqual([]);
      for (const [name, becomes] of Object.entries(BECOMES)) {
        const column = name as keyof UserRow;
        expect([column, after.row[column] === before.row[column]]).toEqual([column, becomes === 'same']);
      }
      expect(after.row).toMatchObject({ password_hash: '', password_state: 'temporary', second_factor: 0 });
    },
  );

  test.runIf(isThorough())('Planted credentials do not work after the promotion', async () => {
    const app = await startApp();
    const { admin, mira, owner, secret, recoveryCodes, passkey, begun } = await withEverything(app);
    const offered = (await owner.post('/api/auth/second-factor/totp')).json();
    const password = await WAYS['one by one'](admin, mira, 'admin');
    expect(await isSignedIn(owner)).toBe(false);
    expect(await signInStatus(app, PASSWORD)).toBe(401);
    const code = { totp: totpCode(secret, app.clock.now()) };
    for (const factor of [code, { recoveryCode: recoveryCodes[0] }])
      expect((await secondStep(begun, factor)).json().error).toBe('sign_in_expired');
    const alone = app.client();
    const answer = passkey.get(await passkeyOptions(alone));
    expect(await statusOf(alone.post('/api/auth/login/passkey', { passkey: answer }))).toBe(401);
    for (const [path, body] of [
      ['/api/auth/second-factor/totp/confirm', { totp: totpCode(offered.secret, app.clock.now()) }],
      ['/api/auth/email-change/confirm', { code: '123456' }],
      ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'a password of the thief' }],
    ] as const)
      expect([path, await statusOf(owner.post(path, body))]).toEqual([path, 401]);
    // The new password alone is enough: nothing of the old factors is asked for.
    expect(await signInStatus(app, password)).toBe(200);
  });

  test('A simultaneous sign-in with the old password does not survive the promotion', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (let round = 0; round < 5; round += 1) {
      const mira = await createAccount(app);
      const clients = Array.from({ length: 4 }, () => app.client());
      const [password] = await Promise.all([
        WAYS['one by one'](admin, mira, 'admin'),
        ...clients.map((client) => attemptSignIn(app, client)),
      ]);
      for (const client of clients) expect(await isSignedIn(client)).toBe(false);
      expect([await signInStatus(app, PASSWORD), await signInStatus(app, password)]).toEqual([401, 200]);
      await app.db.deleteFrom('users').where('id', '=', mira.id).execute();
    }
  });

  test.runIf(isThorough())(
    'The owner is notified that an admin will give them the password, which appears nowhere',
    async () => {
      const smtp = await TestSmtp.start();
      const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' } });
      const admin = await signedIn(app, ADMIN);
      for (const [index, promote] of Object.values(WAYS).entries()) {
        const email = `${index}@example.com`;
        const password = await promote(
          admin,
          await createAccount(app, { username: `user-${index}`, email }),
          'auditor',
        );
        const mail = await smtp.mail(index + 1);
        expect([mail.to, mail.subject]).toEqual([email, 'New role at Gatehouse']);
        expect(mail.text).toContain('An admin will give you a new temporary password.');
        await app.outbox.work();
        expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(index + 1);
        const entries = await app.db.selectFrom('activity').selectAll().execute();
        expect(JSON.stringify([mail.text, mail.html, entries, app.logged])).not.toContain(password);
      }
    },
  );

  test.runIf(isThorough())('Every browser that knew the account is a new device', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' } });
    const admin = await signedIn(app, ADMIN);
    const mira = await createAccount(app, { email: MIRA });
    const browser = await signedIn(app);
    app.clock.advance(1_000);
    const password = await WAYS['one by one'](admin, mira, 'helper');
    const subjects = async (mails: number) => {
      await smtp.mail(mails);
      return smtp.received.map(({ subject }) => subject.replace(' at Gatehouse', '')).sort();
    };
    expect(await subjects(1)).toEqual(['New role']);
    expect(await signInStatus(app, password, browser)).toBe(200);
    expect(await subjects(2)).toEqual(['New role', 'New sign-in']);
    const newPassword = 'a password of my own';
    expect(await statusOf(browser.post('/api/auth/change-password', { newPassword }))).toBe(200);
    expect(await subjects(3)).toEqual(['New role', 'New sign-in', 'Password changed']);
    // From then on this browser is known again.
    expect(await signInStatus(app, newPassword, browser)).toBe(200);
    await app.outbox.work();
    expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(3);
  });

  test.runIf(isThorough())('A pending registration for the same address does not give access', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SELF_REGISTRATION: 'true', SMTP_URL: smtp.url } });
    const admin = await signedIn(app, ADMIN);
    const registration = { username: 'other', email: MIRA, password: 'a password of the thief' };
    const recaptchaToken = await captchaToken(app);
    const asked = { ...registration, firstName: 'M', lastName: 'K', recaptchaToken };
    const thief = app.client();
    expect(await statusOf(thief.post('/api/auth/register', asked))).toBe(200);
    const token = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail(1)).text)?.[0];
    const mira = await createAccount(app, { email: MIRA });
    await WAYS['one by one'](admin, mira, 'admin');
    const before = await rowOf(app, mira.id);
    expect((await thief.post('/api/auth/verify-email', { token })).json().error).toBe('email_taken');
    expect(await rowOf(app, mira.id)).toEqual(before);
    expect(await statusOf(attemptSignIn(app, app.client(), registration))).toBe(401);
  });

  test.runIf(isThorough())('Of hundreds promoted at once, each gets their own password', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const rows = await insertUsers(
      app,
      Array.from({ length: 600 }, (_, index) => ({ username: `u${index}` })),
    );
    const userIds = rows.map(({ id }) => id);
    const bulk = { userIds, action: 'role', value: 'helper' };
    expect((await admin.post('/api/admin/users/bulk-action', bulk)).json()).toEqual({ affected: 600 });
    const shown = new Set<string>();
    for (const id of userIds.filter((_, index) => index % 50 === 0)) {
      const { temporaryPassword } = (await showPassword(admin, id)).json();
      const username = (await rowOf(app, id)).username;
      expect(await statusOf(attemptSignIn(app, app.client(), { username, password: temporaryPassword }))).toBe(200);
      shown.add(temporaryPassword);
    }
    expect(shown.size).toBe(12);
    const left = app.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'helper')
      .where('password_hash', '=', 'none');
    expect(await left.execute()).toEqual([]);
  });

  test.runIf(isThorough())('A promotion keeps the status: active, suspended, or asked to sign in again', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const status of STATUSES) {
      const user = await createAccount(app, { username: status, status });
      await WAYS['one by one'](admin, user, 'helper');
      expect((await rowOf(app, user.id)).status).toBe(status);
    }
  });
});

test.runIf(isThorough())(
  'A change between staff roles, or back to user, ends the sessions and nothing else',
  async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const mira = await createAccount(app, { role: 'helper', email: MIRA });
    const owner = await signedIn(app);
    const { secret } = await addTotp(app, owner);
    const client = await begunSignIn(app);
    await secondStep(client, { totp: totpCode(secret, app.clock.now()) });
    for (const role of ['admin', 'manager', 'user']) {
      const before = await rowOf(app, mira.id);
      app.clock.advance(30_000);
      const answer = await giveRole(admin, mira.id, role);
      expect([answer.json().role, answer.json().temporaryPassword]).toEqual([role, undefined]);
      expect(await isSignedIn(client)).toBe(false);
      expect(await rowOf(app, mira.id)).toEqual({
        ...before,
        role,
        sign_outs: before.sign_outs + (role === 'user' ? 0 : 1),
        updated_at: app.clock.now(),
      });
      await begunSignIn(app, {}, client);
      expect(await statusOf(secondStep(client, { totp: totpCode(secret, app.clock.now()) }))).toBe(200);
    }
  },
);

test.runIf(isThorough())('Only an admin can create staff', async () => {
  const app = await startApp();
  await createAccount(app, { username: 'max', role: 'manager' });
  const manager = await signedIn(app, { username: 'max' });
  const mira = await createAccount(app);
  for (const role of STAFF) {
    const attempts = [
      giveRole(manager, mira.id, role),
      manager.post('/api/admin/users', { username: 'new', role }),
      manager.post('/api/admin/users/bulk-action', { userIds: [mira.id], action: 'role', value: role }),
      manager.post('/api/admin/bulk-jobs', { filter: { q: '' }, action: 'role', value: role }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.json().error).toBe('not_allowed');
  }
  expect(await signInStatus(app, PASSWORD)).toBe(200);
});
