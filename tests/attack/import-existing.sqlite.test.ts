import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { addPasskey, addTotp } from '../support/second-factor.ts';
import { TestSmtp } from '../support/smtp.ts';

const importCsv = (client: HttpClient, lines: readonly string[], query = '') =>
  client.request({
    method: 'POST',
    url: `/api/admin/users/import${query}`,
    headers: { 'content-type': 'text/csv' },
    payload: ['username,email,firstName,lastName,role', ...lines].join('\r\n'),
  });

/** Every row about an account, in every table with a `user_id`. */
async function allRowsOf({ db }: TestApp, id: string) {
  const found: Record<string, object[]> = {
    users: await db.selectFrom('users').selectAll().where('id', '=', id).execute(),
  };
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'user_id')) continue;
    found[name] = await db
      .selectFrom(name as 'sessions')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
  }
  return found;
}

test('An import never changes the existing account that has the same username or email address', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const { id } = await createAccount(app, { email: 'mira@example.com', firstName: 'Mira', role: 'manager' });
  const mira = await signedIn(app);
  await addTotp(app, mira);
  await addPasskey(mira);
  await app.db
    .insertInto('oidc_links')
    .values({ user_id: id, issuer: 'https://issuer.example', subject: 'mira', linked_at: 1, used_at: null })
    .execute();
  const admin = await signedIn(app, ADMIN);
  // The time of last use is written late.
  await app.sessions.flush();
  const before = await allRowsOf(app, id);
  for (const table of ['users', 'sessions', 'passkeys', 'totp_apps', 'recovery_codes', 'oidc_links'])
    expect([table, before[table]?.length ?? 0]).not.toEqual([table, 0]);

  const lines = [
    'mira,evil@example.com,Eve,Evil,admin',
    'MIRA,evil2@example.com,Eve,Evil,user',
    'ｍｉｒａ,evil3@example.com,Eve,Evil,user',
    'eve1,mira@example.com,Eve,Evil,admin',
    'eve2,MIRA@Example.com,Eve,Evil,user',
    'mira ,mira@example.com,Eve,Evil,user',
  ];
  // One file for each line: a repeated username within one file is refused anyway.
  for (const line of lines)
    for (const query of ['', '?dryRun=true', '?sendByMail=true']) {
      const changes = await changesBy(app, async () => {
        const answer = await importCsv(admin, [line], query);
        expect([line, answer.statusCode, answer.json()]).toMatchObject([line, 200, { good: 0, bad: 1 }]);
      });
      // Only the admin's attempt is logged.
      expect([line, query, changes]).toEqual([line, query, ['activity +']]);
    }
  expect(await allRowsOf(app, id)).toEqual(before);
  await app.outbox.work();
  expect(smtp.received.filter(({ text }) => /temporary|evil/i.test(text))).toEqual([]);
  expect((await mira.get('/api/auth/user')).json()).toMatchObject({
    username: 'mira',
    role: 'manager',
    firstName: 'Mira',
  });
});

test('Two simultaneous imports of one file create each account once', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const lines = Array.from({ length: 30 }, (_, index) => `person${index},person${index}@example.com,Some,Person,user`);
  const answers = await Promise.all([importCsv(admin, lines), importCsv(admin, lines)]);
  expect(answers.map((answer) => answer.json().good).reduce((one, other) => one + other)).toBe(30);
  const accounts = () =>
    app.db.selectFrom('users').selectAll().where('username', 'like', 'person%').orderBy('id').execute();
  const made = await accounts();
  expect(made).toHaveLength(30);
  expect((await importCsv(admin, lines)).json()).toMatchObject({ good: 0, bad: 30 });
  expect(await accounts()).toEqual(made);
});
