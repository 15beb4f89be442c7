import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../support/accounts.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

/** The session starts at one process and is ended at the other. */
const HERE = 0;
const THERE = 1;

let two: Several;
let admin: Visitor;

beforeAll(async () => {
  two = await Several.start(2);
  admin = await two.signedInAdmin();
});

afterAll(() => two?.close());

const statusesOf = async (visitor: Visitor) =>
  (await two.askEach(visitor, '/api/auth/user')).map(({ status }) => status);

type Ending = (user: { id: string; username: string; visitor: Visitor }) => Promise<unknown>;

const byAdmin =
  (method: string, path: string, body?: object): Ending =>
  ({ id }) =>
    two.at(THERE, admin).ask(method, `/api/admin/users/${id}${path}`, body);

const endings: [string, Ending][] = [
  ['the user signs out', ({ visitor }) => two.at(THERE, visitor).ask('POST', '/api/auth/logout')],
  ['the user is suspended', byAdmin('PATCH', '/status', { status: 'suspended' })],
  ['the user must sign in again', byAdmin('PATCH', '/status', { status: 'needs_auth' })],
  ['the user gets another role', byAdmin('PATCH', '/role', { role: 'admin' })],
  ['the user is deleted', byAdmin('DELETE', '')],
  [
    'the user is deleted with others',
    ({ id }) => two.at(THERE, admin).ask('POST', '/api/admin/users/bulk-action', { userIds: [id], action: 'delete' }),
  ],
  [
    'a bulk job deletes the user',
    ({ username }) =>
      two.at(THERE, admin).ask('POST', '/api/admin/bulk-jobs', { filter: { q: username }, action: 'delete' }),
  ],
  ['the password is reset', byAdmin('POST', '/reset-password', {})],
  ['an admin ends the sessions', byAdmin('DELETE', '/sessions')],
  [
    'the password is changed in another session',
    async ({ username }) => {
      const elsewhere = two.at(THERE);
      expect((await two.signIn(elsewhere, username)).body.username).toBe(username);
      const newPassword = 'another horse battery';
      const input = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
      return elsewhere.ask('POST', '/api/auth/change-password', input);
    },
  ],
];

describe('A session across processes', () => {
  test.for(endings)('A session works at every process and ends at all of them when %s', async ([, end]) => {
    const visitor = two.visitor();
    const username = `user-${visitor.ip}`;
    const { id } = await two.account({ username });
    const { status } = await two.signIn(two.at(HERE, visitor), username);
    expect([status, await statusesOf(visitor)]).toEqual([200, [200, 200]]);
    // A process that signs the browser out would also delete its cookie.
    const copy = Object.assign(two.visitor(), { cookies: new Map(visitor.cookies) });
    expect(await end({ id, username, visitor })).toMatchObject({ status: 200 });
    await until('no process accepts the session', async () => (await statusesOf(copy)).every((known) => known === 401));
  });
});
