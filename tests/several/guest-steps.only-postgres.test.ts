import { expect, test } from 'vitest';
import type { Charts } from '../../contract/dashboard/dashboard.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { GUEST_EMAIL, guestIdOf, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';

test('A guest who takes steps at two processes at once is counted once, and both show the same', async () => {
  const here = await startApp();
  const there = await startApp({ database: here.database });
  const atThere = (client: HttpClient) => {
    const same = there.client({ ip: client.ip });
    for (const [name, value] of client.cookies) same.cookies.set(name, value);
    return same;
  };
  const guests = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = here.client();
      await client.get('/api/guest/state');
      return client;
    }),
  );
  // In opposite orders, so that the two processes meet in the middle.
  await Promise.all([
    ...guests.map((guest) => reportPage(guest, 'Email Entry Page')),
    ...guests.toReversed().map((guest) => reportPage(atThere(guest), 'Verify Code Page')),
  ]);
  const [first] = guests as [HttpClient];
  await Promise.all([
    first.post('/api/guest/submit-email', { email: GUEST_EMAIL }),
    atThere(first).post('/api/guest/submit-email', { email: GUEST_EMAIL }),
  ]);
  const admin = await signedIn(here, ADMIN);
  const id = guestIdOf(here, first);
  await reportPage(first, 'Verify Code Page');
  expect((await admin.post('/api/admin/guest-prompt', { guestId: id, prompt: 'code' })).statusCode).toBe(200);
  for (const app of [here, there]) {
    const charts: Charts = (await (await signedIn(app, ADMIN)).get('/api/admin/charts')).json();
    expect(charts.funnel).toEqual({ entered: 20, gaveAddress: 1, enteredCode: 0, verified: 0 });
  }
  const helped = await here.db
    .selectFrom('guest_steps')
    .select('guest_id')
    .where('helped_at', 'is not', null)
    .execute();
  expect(helped).toEqual([{ guest_id: id }]);
});
