import { type IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { PAGE_SIZE_MAX } from '../../contract/endpoint.ts';
import { newId } from '../../server/db/ids.ts';
import { insertEntries } from '../../server/features/log/activity/activity.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { insertUsers } from '../support/many-users.ts';
import { servedRoutes } from '../support/routes.ts';
import { insertVerified, verifiedRow } from '../support/verified.ts';

/** Several portions, each of them more than the buffers between the server and a client that does not read. */
const ROWS = 400;
const LONG = 'x'.repeat(80_000);
/** Users come in larger portions. */
const USERS = 4 * PAGE_SIZE_MAX;
const LONG_NAME = 'x'.repeat(8_000);

/** Long in the column that the file has. */
const manyEntries =
  (column: 'device' | 'userAgent') =>
  async ({ db, clock }: TestApp): Promise<void> => {
    const visitor = { ipAddress: '203.0.113.9', location: 'Unknown', device: '', userAgent: '', [column]: LONG };
    for (let at = 0; at < ROWS; at += 100)
      await insertEntries(
        db,
        Array.from({ length: 100 }, () => ({
          userId: 'someone',
          staff: 'someone',
          action: 'profile_update' as const,
          details: { change: 'users exported' as const },
          visitor,
          at: clock.now(),
        })),
      );
  };

const manyVerified = (app: TestApp) =>
  insertVerified(
    app,
    Array.from({ length: ROWS }, (_, index) =>
      verifiedRow(newId(app.clock.now()), {
        email: `guest${index}@example.com`,
        verified_at: app.clock.now(),
        gate_jti: `token-${index}`,
        gate_claims: JSON.stringify({ note: LONG }),
      }),
    ),
  );

async function manyUsers(app: TestApp): Promise<void> {
  await insertUsers(
    app,
    Array.from({ length: USERS }, (_, index) => ({ username: `u${index}` })),
  );
  // Longer than anybody can give it, so that fewer accounts will do.
  await app.db.updateTable('users').set({ first_name: LONG_NAME }).where('username', 'like', 'u%').execute();
}

const EXPORTS = {
  '/api/admin/users.csv': manyUsers,
  '/api/admin/activity.csv': manyEntries('userAgent'),
  '/api/admin/audit.csv': manyEntries('device'),
  '/api/admin/verified.csv': manyVerified,
};

/** The beginning of an answer; the rest stays where it is until it is read. */
const begun = (port: number, client: HttpClient, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: 'localhost:3000', cookie: client.cookieHeader };
    request({ port, path, headers }, (answer) => answer.once('readable', () => resolve(answer)))
      .on('error', reject)
      .end();
  });

/** Whether the answer comes to its end. */
async function isWhole(answer: IncomingMessage): Promise<boolean> {
  await finished(answer.resume()).catch(() => undefined);
  return answer.complete;
}

test('these are all the files that are given out', async () => {
  const app = await startApp();
  const given = servedRoutes(app).flatMap((route) => /^GET (.*\.csv)$/.exec(route)?.[1] ?? []);
  expect(given.sort()).toEqual(Object.keys(EXPORTS).sort());
});

test.for(Object.entries(EXPORTS))('%s breaks off for an auditor who was suspended meanwhile', async ([path, fill]) => {
  const app = await startApp();
  const port = await listening(app);
  await fill(app);
  const { id } = await createAccount(app, { username: 'audra', role: 'auditor' });
  const auditor = await signedIn(app, { username: 'audra' });
  const left = await begun(port, auditor, path);
  const admin = await signedIn(app, ADMIN);
  const status = { method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } } as const;
  expect((await admin.request(status)).statusCode).toBe(200);
  expect(await isWhole(left)).toBe(false);
});
