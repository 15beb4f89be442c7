import { recordVerified } from '../../server/features/verification/verified/queries.ts';
import { createAccount } from './accounts.ts';
import type { TestApp } from './app.ts';
import { verifiedResult } from './verified.ts';

/** One of everything, so that lists have rows and rows have buttons. */
export async function fillPortal(app: TestApp): Promise<void> {
  const user = await createAccount(app, { firstName: 'Mira', lastName: 'Kolb', email: 'mira@example.com' });
  for (const page of ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const) {
    const guest = app.client({ ip: `203.0.113.${page.length}` });
    await guest.post('/api/guest/log-activity', { page });
  }
  await app.notifications.settle();
  const at = app.clock.now();
  const pass = { jti: 'token-1', sub: 'customer-77', claims: '{"order":4711}' };
  await app.db.transaction().execute((trx) => recordVerified(trx, verifiedResult(at), pass));
  await app.db
    .insertInto('redirects')
    .values({
      id: 'r1',
      user_id: user.id,
      destination_path: '/terms-agreement',
      reason: null,
      is_persistent: 0,
      created_at: app.clock.now(),
    })
    .execute();
}
