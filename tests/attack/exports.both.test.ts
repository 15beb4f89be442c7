import { type IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { PAGE_SIZE_MAX } from '../../contract/endpoint.ts';
import { newId } from '../../server/db/ids.ts';
import { recordActivities } from '../../server/features/log/activity/activity.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { insertUsers } from '../support/many-users.ts';
import { servedRoutes } from '../support/routes.ts';
import { inTurn } from '../support/thorough.ts';
import { insertVerified, verifiedRow } from '../support/verified.ts';

/** Enough for several pages, each larger than the socket buffers of a client that does not read. */
const ROWS = 400;
const LONG = 'x'.repeat(80_000);
/** Users come in larger pages. */
const USERS = 4 * PAGE_SIZE_MAX;
const LONG_NAME = 'x'.repeat(8_000);

/** Fills the column that the file contains. */
const manyEntries =
  (column: 'device' | 'userAgent') =>
  async ({ db, clock }: TestApp): Promise<void> => {
    const visitor = { ipAddress: '203.0.113.9', location: 'Unknown', device: '', userAgent: '', [column]: LONG };
    for (let at = 0; at < ROWS; at += 100)
      await recordActivities(
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
  // Longer than allowed, so that fewer accounts suffice.
  await app.db.updateTable('users').set({ first_name: LONG_NAME }).where('username', 'like', 'u%').execute();
}

const EXPORTS = {
  '/api/admin/users.csv': manyUsers,
  '/api/admin/activity.csv': manyEntries('userAgent'),
  '/api/admin/audit.csv': manyEntries('device'),
  '/api/admin/verified.csv': manyVerified,
};

/** Starts a download and stops reading after its beginning. */
const begun = (port: number, client: HttpClient, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: 'localhost:3000', cookie: client.cookieHeader };
    request({ port, path, headers }, (answer) => answer.once('readable', () => resolve(answer)))
      .on('error', reject)
      .end();
  });

/** Reads the rest; returns whether the answer is complete. */
async function isComplete(answer: IncomingMessage): Promise<boolean> {
  await finished(answer.resume()).catch(() => undefined);
  return answer.complete;
}

test('This file tests every CSV export', async () => {
  const app = await startApp();
  const served = servedRoutes(app).flatMap((route) => /^GET (.*\.csv)$/.exec(route)?.[1] ?? []);
  expect(served.sort()).toEqual(Object.keys(EXPORTS).sort());
});

test.for(inTurn(Object.entries(EXPORTS), 0))(
  'The export %s breaks off when its auditor is suspended',
  async ([path, fill]) => {
    const app = await startApp();
    const port = await listening(app);
    await fill(app);
    const { id } = await createAccount(app, { username: 'audra', role: 'auditor' });
    const auditor = await signedIn(app, { username: 'audra' });
    const left = await begun(port, auditor, path);
    const admin = await signedIn(app, ADMIN);
    const status = { method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } } as const;
    expect((await admin.request(status)).statusCode).toBe(200);
    expect(await isComplete(left)).toBe(false);
  },
);
