import { describe, expect, inject, test } from 'vitest';
import { ACCOUNT_DETAIL_NAMES } from '../../../../contract/users/account-details.rules.ts';
import { ROLES, USER_SORTS, USER_STANDINGS } from '../../../../contract/users/users.rules.ts';
import type { UserAccount, UserListItem } from '../../../../contract/users/users.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { insertUsers } from '../../../../tests/support/many-users.ts';
import { until } from '../../../../tests/support/process.ts';
import { isThorough } from '../../../../tests/support/thorough.ts';
import type { UserRow } from '../../../db/tables.ts';
import { userSample } from './sample.ts';
import { BOUNDS, countMatches, searchUsers, type UserQuery } from './search.ts';

const nameOf = (user: UserAccount) => [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;

async function list(client: HttpClient, query: Record<string, string | number>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const answer = await client.get(`/api/admin/users?${search}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { users: answer.json() as UserAccount[], next: answer.headers['x-next-cursor'] as string | undefined };
}

/** Follows the cursors to the end; answers the users and how many requests it took. */
async function listAll(client: HttpClient, query: Record<string, string | number>) {
  const users: UserAccount[] = [];
  let cursor: string | undefined;
  let requests = 0;
  do {
    const page = await list(client, { ...query, ...(cursor && { cursor }) });
    users.push(...page.users);
    cursor = page.next;
    requests += 1;
  } while (cursor !== undefined);
  return { users, requests };
}

test('The list is in name order, without regard to case and accents, and pages without gaps', async () => {
  const app = await startApp();
  await insertUsers(app, [
    { username: 'u1', firstName: 'Zoë', lastName: 'Adler' },
    { username: 'u2', firstName: 'émile' },
    { username: 'u3', firstName: 'Emil' },
    { username: 'u4', email: 'Bert@example.com' },
    { username: 'cleo' },
    { username: 'u5', firstName: 'Emil' },
    { username: 'u6', firstName: '😀' },
    { username: 'u7', firstName: 'עברית' },
  ]);
  const client = await signedIn(app, ADMIN);
  const all = (await list(client, {})).users;
  expect(all.map(nameOf)).toEqual(['admin', 'u4', 'cleo', 'Emil', 'Emil', 'émile', 'Zoë Adler', 'עברית', '😀']);
  for (const limit of [1, 2, 3, 9]) expect((await listAll(client, { limit })).users).toEqual(all);
  expect(Object.keys(all[0] ?? {}).sort()).toEqual(
    [
      ...ACCOUNT_DETAIL_NAMES,
      'activeAt',
      'authType',
      'createdAt',
      'id',
      'online',
      'profileImageUrl',
      'role',
      'signedInAt',
      'status',
      'updatedAt',
      'username',
    ].sort(),
  );
});

test('An invalid query is rejected with a sentence', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    // Given twice, it is ambiguous.
    'limit=1&limit=2',
    'q=a&q=b',
    'q[]=a&role=user&role=admin',
    'cursor=nonsense',
    'cursor=WyJmaXJzdCIsIlx1MDAwMCIsIiJd',
    `q=${'x'.repeat(201)}`,
    'standing=somewhere',
    'role=owner',
    'sort=age',
    // A place in another order.
    `sort=activity&cursor=${Buffer.from('["others","anna","id"]').toString('base64url')}`,
    `sort=name&cursor=${Buffer.from('["others",5,"id"]').toString('base64url')}`,
  ]) {
    const answer = await admin.get(`/api/admin/users?${query}`);
    expect([query, answer.statusCode, answer.json().error]).toEqual([query, 400, 'bad_input']);
  }
});

test('A search finds any part of username, email, first and last name, without case and accents', async () => {
  const app = await startApp();
  await insertUsers(app, [
    { username: 'mkolb', email: 'mira.kolb+x@example.com', firstName: 'Mira', lastName: 'Kolb' },
    { username: 'jm', email: 'j_m%1@mail.example', firstName: 'José', lastName: 'Müller' },
    { username: "o'neil", email: null, firstName: 'Shaq "The\\Big"', lastName: "O'Neil" },
    { username: 'rtl', email: null, firstName: 'שלום', lastName: 'עולם' },
    { username: 'emoji', email: null, firstName: '👩‍🚀', lastName: '<b>bold</b>' },
    { username: 'kamira', email: null, firstName: null, lastName: null },
  ]);
  const client = await signedIn(app, ADMIN);
  const found = async (q: string) => (await list(client, { q })).users.map((user) => user.username);
  for (const [q, expected] of [
    ['MKOLB', ['mkolb']],
    ['+x@EX', ['mkolb']],
    // Names that begin with it come first, then the others.
    ['mira', ['mkolb', 'kamira']],
    // Several words, in any order and in any field.
    ['a k', ['kamira', 'mkolb']],
    ['kolb mira', ['mkolb']],
    ['  EXAMPLE   mkolb ', ['mkolb']],
    ['kolb kamira', []],
    ['muller .example jose', ['jm']],
    ['muller', ['jm']],
    ['JOSE M', ['jm']],
    ['é', ['emoji', 'jm', 'mkolb', "o'neil"]],
    ['_m%', ['jm']],
    ['%', ['jm']],
    ['_', ['jm']],
    ['"', ["o'neil"]],
    ['\\', ["o'neil"]],
    ["'", ["o'neil"]],
    ["o'n", ["o'neil"]],
    ['לו', ['rtl']],
    ['👩', ['emoji']],
    ['<b>', ['emoji']],
    ['zz', []],
    ['mkolb@', []],
    ['kolb\nmkolb', ['mkolb']],
    // Two fields are never read as one.
    ['kolbmkolb', []],
    ['\u0000', ['admin', 'emoji', 'jm', 'kamira', 'mkolb', "o'neil", 'rtl']],
  ] as const) {
    expect([q, (await found(q)).sort()]).toEqual([q, [...expected].sort()]);
  }
  expect(await found('mira')).toEqual(['mkolb', 'kamira']);
});

test.runIf(isThorough())('A search finds every user once and in order beyond the rows of one request', async () => {
  const app = await startApp();
  const people = Array.from({ length: 12_000 }, (_, index) => {
    const number = String((index * 7_919) % 12_000).padStart(5, '0');
    return { username: `user${number}`, firstName: `Name ${number}`, email: `n${number}@example.com` };
  });
  // Many at the end of the alphabet, with names that do not begin with what is searched for.
  for (const person of people) if (person.firstName >= 'Name 11600') person.email = `late.${person.email}`;
  for (const index of [17, 8_000, 11_999]) (people[index] as { email: string }).email = `needle${index}@x.example`;
  (people[5] as { email: string }).email = 'qx@example.com';
  await insertUsers(app, people);
  const client = await signedIn(app, ADMIN);
  const textOf = (person: (typeof people)[number]) =>
    `${person.firstName}\n${person.username}\n${person.email}`.toLowerCase();
  const expected = (q: string) =>
    people
      .filter((person) => q.split(' ').every((word) => textOf(person).includes(word)))
      .map((person) => person.username)
      .sort();

  for (const q of [
    'needle',
    'needle8000',
    'qx',
    'xq',
    'nobody',
    '@x.',
    'late.',
    'late',
    '0577',
    'name 0',
    'example 0577 user',
    'late. nobody',
    '115 late',
    'example',
    'ł',
    '1999',
    'user0123',
  ]) {
    const { users, requests } = await listAll(client, { q, limit: 1_000 });
    expect([q, users.map((user) => user.username).sort()]).toEqual([q, expected(q)]);
    expect(requests, q).toBeLessThanOrEqual(14);
  }
  // Rare and absent words are found out on the first page.
  for (const q of ['needle', 'qx', 'xq', 'nobody', '@x.']) {
    const { users, next } = await list(client, { q });
    expect([q, users.length, next]).toEqual([q, expected(q).length, undefined]);
  }
  const names = (await listAll(client, { q: 'late', limit: 100 })).users.map(nameOf);
  expect(names).toEqual([...names].sort());
});

/** A few hundred people of every kind; many share a name, a time or a word. */
async function insertCrowd(app: TestApp): Promise<void> {
  const first = ['Anna', 'Hugo', 'Jens', 'Émile', 'Zoë', '名', null];
  const last = ['Jensen', 'Hubert', 'Annan', 'Kolb', null];
  const now = app.clock.now();
  const rows = await insertUsers(
    app,
    Array.from({ length: 300 }, (_, index) => ({
      username: `user${index}`,
      email: index % 3 === 0 ? null : `mail${index}@${index % 7 === 0 ? 'rare' : 'example'}.com`,
      firstName: first[index % first.length] ?? null,
      lastName: last[index % last.length] ?? null,
      role: index % 11 === 0 ? 'admin' : 'user',
    })),
  );
  for (const [index, { id }] of rows.entries()) {
    await app.db
      .updateTable('users')
      .set({
        status: index % 13 === 0 ? 'suspended' : index % 17 === 0 ? 'needs_auth' : 'active',
        created_at: now - Math.floor(index / 5) * 1_000,
        active_at: now - ((index * 37) % 50) * 1_000,
      })
      .where('id', '=', id)
      .execute();
    if (index % 4 !== 1) continue;
    // Of these every second one was seen too long ago, and one in three is about to be swept.
    const session = { user_id: id, created_at: now, ip_address: '', location: '', device: '' };
    const seenAt = index % 8 === 1 ? now - 1_000 : now - 6 * 60_000;
    await app.db
      .insertInto('sessions')
      .values({ ...session, id: `s${index}`, token_hash: `t${index}`, seen_at: seenAt, expires_at: now + 3_600_000 })
      .execute();
  }
}

const COLUMN = { name: 'name_key', activity: 'active_at', created: 'created_at' } as const;

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** What has to come out, found in the simplest way. */
function naively(users: readonly UserRow[], online: ReadonlySet<string>, query: Omit<UserQuery, 'limit'>): string[] {
  const { q, standing, role, sort = 'name' } = query;
  const text = q
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const column = COLUMN[sort.replace('-', '') as keyof typeof COLUMN];
  const isFirst = (user: UserRow) => (text !== '' && sort === 'name' && user.name_key.startsWith(text) ? 0 : 1);
  const standingOf = ({ id, status }: UserRow) =>
    status === 'active' ? (online.has(id) ? 'online' : 'offline') : status;
  const ordered = users
    .filter((user) => text.split(' ').every((word) => user.search.includes(word)))
    .filter((user) => standing === undefined || standingOf(user) === standing)
    .filter((user) => role === undefined || user.role === role)
    .sort((one, other) => {
      const [a, b] = [one[column], other[column]];
      return (typeof a === 'number' ? a - (b as number) : byBytes(a, b as string)) || byBytes(one.id, other.id);
    });
  if (sort.startsWith('-')) ordered.reverse();
  return ordered.sort((one, other) => isFirst(one) - isFirst(other)).map(({ username }) => username);
}

describe('Every filter, order and search together', () => {
  const queries = ['', 'an', 'jensen hu', 'e', 'hugo jensen', 'rare.com anna', 'qx', 'zzz', '1', 'user29 le.com', '名'];
  // Most are users, and the roles of staff are looked up alike.
  const roles = inject('everything') ? ROLES : (['user', 'admin'] as const);
  const combinations = queries.flatMap((q) =>
    [undefined, ...USER_STANDINGS].flatMap((standing) =>
      [undefined, ...roles].flatMap((role) => USER_SORTS.map((sort) => ({ q, standing, role, sort }))),
    ),
  );

  test('Paging gives the same users as the simplest query, however few rows one request reads', async () => {
    const app = await startApp();
    await insertCrowd(app);
    const now = app.clock.now();
    const users = await app.db.selectFrom('users').selectAll().execute();
    const recent = await app.db
      .selectFrom('sessions')
      .select('user_id')
      .where('seen_at', '>', now - 300_000)
      .execute();
    const online = new Set(recent.map((row) => row.user_id));
    const sample = userSample(app.db, app.clock);
    // With room for everything, without the short way for few, and with few rows a request.
    const tight = { users: 90, sessions: 60, wordsAtOnce: 1, fewWithParts: 15, fewOnline: 20, fewStaff: 20 };
    const variants = [BOUNDS, tight, { ...tight, fewWithParts: 0, fewOnline: 0, fewStaff: 0 }];
    const check = async (query: (typeof combinations)[number], bounds: typeof BOUNDS) => {
      const deps = { reader: app.db, sample, bounds };
      const expected = naively(users, online, query);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await searchUsers(deps, { ...query, limit: 90, cursor }, now);
        found.push(...page.users.map(({ username }) => username));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect({ query, bounds, found }).toEqual({ query, bounds, found: expected });
      if (query.sort !== 'name') return;
      const { count, more } = await countMatches(deps, query, now);
      expect({ query, bounds, isRight: more ? count <= expected.length : count === expected.length }).toEqual({
        query,
        bounds,
        isRight: true,
      });
    };
    // Every order meets every variant.
    const all = combinations.map((query, index) => {
      const variant = (index + Math.floor(index / USER_SORTS.length)) % variants.length;
      return [query, variants[variant] as typeof BOUNDS] as const;
    });
    // Every day some of all kinds, others on each database: seven divides none of their numbers.
    const which = inject('database') === 'sqlite' ? 3 : 0;
    const some = inject('everything') ? all : all.filter((_, index) => index % 7 === which);
    for (let at = 0; at < some.length; at += 10)
      await Promise.all(some.slice(at, at + 10).map(([query, bounds]) => check(query, bounds)));
  });

  test.runIf(isThorough())('List, count and file take the same filters', async () => {
    const app = await startApp();
    await insertCrowd(app);
    const client = await signedIn(app, ADMIN);
    const users = await app.db.selectFrom('users').selectAll().execute();
    const recent = await app.db
      .selectFrom('sessions')
      .select('user_id')
      .where('seen_at', '>', app.clock.now() - 300_000)
      .execute();
    const online = new Set(recent.map((row) => row.user_id));
    const asked: Omit<UserQuery, 'limit'>[] = [
      { q: 'jensen hu', standing: 'offline', role: 'user', sort: '-activity' },
      { q: '', standing: 'online', sort: 'created' },
      { q: 'an', standing: 'suspended', sort: '-name' },
      { q: 'rare', role: 'admin', sort: 'activity' },
    ];
    for (const query of asked) {
      const expected = naively(users, online, query);
      expect(expected.length).toBeGreaterThan(0);
      const { sort, ...filter } = query as Record<string, string> & { sort: string };
      const listed = (await listAll(client, { ...filter, sort, limit: 7 })).users as UserListItem[];
      expect(listed.map(({ username }) => username)).toEqual(expected);
      for (const user of listed) expect([user.username, user.online]).toEqual([user.username, online.has(user.id)]);
      const parameters = new URLSearchParams({ ...filter, sort });
      const file = (await client.get(`/api/admin/users.csv?${parameters}`)).body.trim().split('\r\n').slice(1);
      expect(file.map((line) => line.split(',')[0])).toEqual(expected);
      const count = await client.get(`/api/admin/users/count?${new URLSearchParams(filter)}`);
      expect(count.json()).toEqual({ count: expected.length, more: false });
    }
    const entry = await app.db
      .selectFrom('activity')
      .select('details')
      .where('action', '=', 'profile_update')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.details ?? '')).toEqual({
      change: 'users exported',
      search: 'jensen hu',
      standing: 'offline',
      role: 'user',
      sort: '-activity',
    });
  });
});

test('A user who returns to an open session is online, and one who never signed in reads so', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { temporaryPassword } = (await admin.post('/api/admin/users', { username: 'mira' })).json();
  const mira = async () => ((await list(admin, { q: 'mira' })).users as UserListItem[])[0];
  const found = async (standing: string) =>
    (await list(admin, { standing })).users.map(({ username }) => username).sort();
  expect(await mira()).toMatchObject({ online: false, signedInAt: null });
  expect([await found('online'), await found('offline')]).toEqual([['admin'], ['mira']]);
  const client = await signedIn(app, { username: 'mira', password: temporaryPassword });
  const signedInAt = new Date(app.clock.now()).toISOString();
  expect(await mira()).toMatchObject({ online: true, signedInAt });
  expect(await found('offline')).toEqual([]);
  app.clock.advance(6 * 60_000);
  expect(await mira()).toMatchObject({ online: false, signedInAt });
  expect([await found('online'), await found('offline')]).toEqual([['admin'], ['mira']]);
  await client.get('/api/auth/user');
  await until('mira is seen', async () => {
    app.clock.advance(1_000);
    return (await mira())?.online === true;
  });
  expect(await found('online')).toEqual(['admin', 'mira']);
});

test('Accounts from before sign-ins were recorded show what is known', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = (await admin.post('/api/admin/users', { username: 'unused' })).json();
  await insertUsers(app, [{ username: 'used' }]);
  await app.db.updateTable('users').set({ signed_in_at: 0 }).where('username', '!=', 'admin').execute();
  const users = (await list(admin, { q: 'used' })).users as UserListItem[];
  expect(
    users.map(({ username, signedInAt, updatedAt }) => [username, signedInAt === updatedAt, signedInAt === null]),
  ).toEqual([
    ['used', true, false],
    ['unused', false, true],
  ]);
  expect((await admin.get(`/api/admin/users/${id}/details`)).json().signedInAt).toBe(null);
});
