import { expect, test } from 'vitest';
import type { VerifiedEmail } from '../../contract/verification/verified.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { askForCode, GUEST_EMAIL, guestInFlow, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

/** Two processes with clocks that move together. */
async function two() {
  const smtp = await TestSmtp.start();
  const env = { SMTP_URL: smtp.url };
  const here = await startApp({ env });
  const there = await startApp({ env, database: here.database });
  there.clock.advance(here.clock.now() - there.clock.now());
  /** The same browser at the other process. */
  const atThere = (client: HttpClient) => {
    const same = there.client({ ip: client.ip });
    for (const [name, value] of client.cookies) same.cookies.set(name, value);
    return same;
  };
  const wait = async ({ client }: { client: HttpClient }) => {
    await askForCode(here, client);
    await reportPage(client, 'Verify Code Page');
    for (const { clock } of [here, there]) clock.advance(5_000);
    await client.get('/api/guest/check-redirect');
  };
  return { smtp, here, there, atThere, wait };
}

test('Help given at one process is recorded when its guest verifies at the other, for that browser alone', async () => {
  const { smtp, here, there, atThere, wait } = await two();
  const admin = await signedIn(here, ADMIN);
  const helped = await guestInFlow(here, { ip: '192.0.2.7' });
  const other = await guestInFlow(here, { ip: '192.0.2.7' });
  await wait(helped);
  const first = codeIn(await smtp.mail(1));
  await wait(other);
  const second = codeIn(await smtp.mail(2));
  expect((await admin.post('/api/admin/guest-prompt', { guestId: helped.id, prompt: 'code' })).statusCode).toBe(200);
  await until('the other process knows of the prompt', async () => there.messages.lastOf(helped.id) !== null);
  for (const [guest, code] of [
    [helped, first],
    [other, second],
  ] as const) {
    const answer = await atThere(guest.client).post('/api/user/verify-code', { email: GUEST_EMAIL, code });
    expect(answer.statusCode).toBe(200);
  }
  const list = (await (await signedIn(there, ADMIN)).get('/api/admin/verified')).json() as VerifiedEmail[];
  expect(list.map((address) => address.helped).sort()).toEqual([false, true]);
  const rows = await here.db.selectFrom('verified_addresses').select(['guest_id', 'helped']).execute();
  expect(Object.fromEntries(rows.map((row) => [row.guest_id, row.helped]))).toEqual({ [helped.id]: 1, [other.id]: 0 });
});
