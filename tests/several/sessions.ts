import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../support/accounts.ts';
import { until } from '../support/process.ts';
import type { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';
import { AT_ONCE_MS, type Portal } from './portal.ts';

const statusesOf = async (several: Several, visitor: Visitor) => {
  const answers = await Promise.all(several.atEach(visitor).map((each) => each.ask('GET', '/api/auth/user')));
  return answers.map(({ status }) => status);
};

/** The process at which it happens is not the one at which the person signed in. */
const HERE = 1;
const THERE = 2;

type Ending = (several: Several, admin: Visitor, user: { id: string; visitor: Visitor }) => Promise<unknown>;

const byAdmin =
  (method: string, path: string, body?: object): Ending =>
  (several, admin, { id }) =>
    several.at(THERE, admin).ask(method, `/api/admin/users/${id}${path}`, body);

const endings: [string, Ending][] = [
  ['they sign out', (several, _, { visitor }) => several.at(THERE, visitor).ask('POST', '/api/auth/logout')],
  ['they are suspended', byAdmin('PATCH', '/status', { status: 'suspended' })],
  ['they are asked to sign in again', byAdmin('PATCH', '/status', { status: 'needs_auth' })],
  ['they get another role', byAdmin('PATCH', '/role', { role: 'admin' })],
  ['they are deleted', byAdmin('DELETE', '')],
  ['their password is reset', byAdmin('POST', '/reset-password', {})],
  ['their sessions are ended', byAdmin('DELETE', '/sessions')],
  [
    'they choose another password elsewhere',
    async (several, _, { visitor }) => {
      const elsewhere = several.at(THERE);
      const { body } = await several.signIn(elsewhere, usernameOf(visitor));
      const newPassword = 'another horse battery';
      const input = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
      expect(body.username).toBe(usernameOf(visitor));
      return elsewhere.ask('POST', '/api/auth/change-password', input);
    },
  ],
];

const usernameOf = ({ ip }: Visitor) => `user-${ip}`;

export function sessionsEnd({ several, admin }: Portal): void {
  describe('a session that began on one process counts on all, and ends on all at once when', () => {
    test.for(endings)('%s', async ([, end]) => {
      const visitor = several().visitor();
      const { id } = await several().account({ username: usernameOf(visitor) });
      const { status } = await several().signIn(several().at(HERE, visitor), usernameOf(visitor));
      expect([status, await statusesOf(several(), visitor)]).toEqual([200, [200, 200, 200, 200]]);
      // A process that signs the browser out would also take away its cookie.
      const copy = Object.assign(several().visitor(), { cookies: new Map(visitor.cookies) });
      expect(await end(several(), admin(), { id, visitor })).toMatchObject({ status: 200 });
      await until(
        'no process knows it',
        async () => (await statusesOf(several(), copy)).every((known) => known === 401),
        AT_ONCE_MS,
      );
    });
  });
}
