import { expect, test } from 'vitest';
import type { User } from '../../../contract/users.ts';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';

const nameOf = (user: User) => [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;

async function list(client: HttpClient, query: Record<string, string | number>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const answer = await client.get(`/api/admin/users?${search}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { users: answer.json() as User[], next: answer.headers['x-next-cursor'] as string | undefined };
}

/** Follows the cursors to the end; answers the users and how many requests it took. */
async function listAll(client: HttpClient, query: Record<string, string | number>) {
  const users: User[] = [];
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

test('the list is in name order, whatever case, accents and kind of name, and pages without gaps', async () => {
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
  expect(Object.keys(all[0] ?? {}).sort()).toEqual([
    'authType',
    'createdAt',
    'email',
    'firstName',
    'id',
    'lastName',
    'profileImageUrl',
    'role',
    'status',
    'updatedAt',
    'username',
  ]);
});

test('a query that makes no sense is refused with a sentence', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'cursor=nonsense',
    'cursor=WyJmaXJzdCIsIlx1MDAwMCIsIiJd',
    `q=${'x'.repeat(201)}`,
  ]) {
    const answer = await admin.get(`/api/admin/users?${query}`);
    expect([query, answer.statusCode, answer.json().error]).toEqual([query, 400, 'bad_input']);
  }
});

test('a search looks at username, e-mail, first and last name, any part, case and accents aside', async () => {
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
    ['a k', ['mkolb']],
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
    // Two fields are never read as one.
    ['kolb mkolb', []],
    ['kolb\nmkolb', []],
    ['\u0000', ['admin', 'emoji', 'jm', 'kamira', 'mkolb', "o'neil", 'rtl']],
  ] as const) {
    expect([q, (await found(q)).sort()]).toEqual([q, [...expected].sort()]);
  }
  expect(await found('mira')).toEqual(['mkolb', 'kamira']);
});

test('beyond what one request looks at, everybody is found once and in order, whatever is searched for', async () => {
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
  const expected = (q: string) =>
    people
      .filter((person) => `${person.firstName}\n${person.username}\n${person.email}`.toLowerCase().includes(q))
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
    'example',
    'ł',
    '1999',
    'user0123',
  ]) {
    const { users, requests } = await listAll(client, { q, limit: 1_000 });
    expect([q, users.map((user) => user.username).sort()]).toEqual([q, expected(q)]);
    expect(requests, q).toBeLessThanOrEqual(14);
  }
  // Rare and absent ones are told at once, on the first page.
  for (const q of ['needle', 'qx', 'xq', 'nobody', '@x.']) {
    const { users, next } = await list(client, { q });
    expect([q, users.length, next]).toEqual([q, expected(q).length, undefined]);
  }
  const names = (await listAll(client, { q: 'late', limit: 100 })).users.map(nameOf);
  expect(names).toEqual([...names].sort());
});
