import { recordVerified } from '../../server/features/verification/verified/result.ts';
import { createAccount } from './accounts.ts';
import type { TestApp } from './app.ts';

/** One of everything, so that lists have rows and rows have buttons. */
export async function fillPortal(app: TestApp): Promise<void> {
  const user = await createAccount(app, { firstName: 'Mira', lastName: 'Kolb', email: 'mira@example.com' });
  for (const page of ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const) {
    const guest = app.client({ ip: `203.0.113.${page.length}` });
    await guest.post('/api/guest/log-activity', { page });
  }
  await app.notifications.settle();
  const at = app.clock.now();
  const confirmed = { guestSecret: 'g1', publicId: 'p1', email: 'confirmed@example.com', acceptedAt: at, helped: true };
  const pass = { jti: 'token-1', sub: 'customer-77', claims: '{"order":4711}' };
  await app.db.transaction().execute((trx) => recordVerified(trx, { ...confirmed, at, since: at - 45_000 }, pass));
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
