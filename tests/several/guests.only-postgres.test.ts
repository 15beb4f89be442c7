import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const GUESTS = '/api/admin/guests';
const POLL = '/api/guest/check-redirect';
const VIEW = '/api/guest/log-activity';

detail('A guest served by two processes is one guest, on the page opened last', async () => {
  const two = await Several.start(2);
  onTestFinished(() => two.close());
  const admin = await two.signedInAdmin();
  const guest = two.visitor();
  /** The guest as the list of each process shows it. */
  const seen = async () =>
    (await two.askEach(admin, GUESTS)).map(({ body }) =>
      (body as Guest[]).filter(({ ipAddress }) => ipAddress === guest.ip),
    );
  const pages = ['Email Entry Page', 'Verify Code Page', 'Email Entry Page', 'Verify Code Page'];
  for (const [index, page] of pages.entries()) {
    await guest.ask('POST', VIEW, { page });
    for (let polls = 0; polls < 5; polls += 1) await guest.ask('GET', POLL);
    await until('every process shows one guest on that page', async () =>
      (await seen()).every(
        (guests) => guests.length === 1 && guests[0]?.page === page && guests[0].pageViews === index + 1,
      ),
    );
  }
  // Polls must not restore an older page, whichever process serves them.
  await Promise.all(Array.from({ length: 20 }, () => guest.ask('GET', POLL)));
  for (const [one] of await seen()) expect(one).toMatchObject({ page: 'Verify Code Page', presence: 'here' });
});

/** A guest counts as gone after fifteen seconds, so these two processes have clocks that the test moves. */
test('A guest who polls one process is online at both, and a silent guest is gone at both', async () => {
  const here = await startApp();
  const there = await startApp({ database: here.database });
  const both = [here, there];
  there.clock.advance(here.clock.now() - there.clock.now());
  const admins = [await signedIn(here, ADMIN), await signedIn(there, ADMIN)];
  const [stays, leaves] = [here.client(), there.client()];
  const presences = async ({ ip }: { ip: string }) => {
    const lists = await Promise.all(admins.map((each) => each.get(GUESTS)));
    return lists.map((list) => (list.json() as Guest[]).find(({ ipAddress }) => ipAddress === ip)?.presence);
  };
  for (const guest of [stays, leaves]) {
    await guest.post(VIEW, { page: 'Email Entry Page' });
    await until('every process sees the guest', async () =>
      (await presences(guest)).every((presence) => presence === 'here'),
    );
  }
  for (let second = 0; second < 15; second += 1) {
    for (const { clock } of both) clock.advance(1_000);
    await stays.get(POLL);
    for (const { presence } of both) await presence.settle();
  }
  expect([await presences(stays), await presences(leaves)]).toEqual([
    ['here', 'here'],
    ['gone', 'gone'],
  ]);
});

/** Two processes with clocks that move together, each with an admin of its own. */
async function twoProcesses(env: Record<string, string> = {}) {
  const here = await startApp({ env });
  const there = await startApp({ env, database: here.database });
  there.clock.advance(here.clock.now() - there.clock.now());
  const both = [here, there];
  const admins = [await signedIn(here, ADMIN), await signedIn(there, ADMIN)];
  return {
    here,
    there,
    advance: (ms: number) => {
      for (const { clock } of both) clock.advance(ms);
    },
    settle: async () => {
      for (const { presence } of both) await presence.settle();
    },
    /** The only guest, as each process shows it. */
    only: async () => {
      const lists = await Promise.all(admins.map((each) => each.get(GUESTS)));
      return lists.map((list) => (list.json() as Guest[])[0]);
    },
  };
}

test('Every process knows whether a guest is here, away, left or gone, whichever got the report', async () => {
  const { here, there, advance, settle, only } = await twoProcesses();
  const guest = here.client();
  const elsewhere = there.client({ ip: guest.ip });
  const say = (client: typeof guest, presence: string) =>
    client.post('/api/guest/presence', { page: 'Email Entry Page', presence });
  const becomes = (presence: string) =>
    until(`it is ${presence} everywhere`, async () => {
      await settle();
      return (await only()).every((one) => one?.presence === presence);
    });
  await guest.post(VIEW, { page: 'Email Entry Page' });
  for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value);
  await becomes('here');
  advance(5_000);
  await say(elsewhere, 'away');
  await becomes('away');
  advance(60_000);
  await becomes('away');
  await say(guest, 'here');
  await becomes('here');
  await say(elsewhere, 'left');
  advance(3_000);
  await becomes('left');
  // Another page of the same browser is open at the other process.
  await guest.get(POLL);
  await becomes('here');
  const [{ id } = { id: '' }] = (await only()) as Guest[];
  here.presence.connected(id);
  for (let times = 0; times < 10; times += 1) {
    advance(5_000);
    await settle();
  }
  await becomes('here');
  here.presence.disconnected(id, 'lost');
  advance(15_000);
  await becomes('gone');
});

test('A page view during the write of the previous one reaches the other process too', async () => {
  const { here, there, only, settle } = await twoProcesses();
  const guest = here.client();
  const areAllOn = async (page: string) => (await only()).every((one) => one?.page === page);
  await guest.post(VIEW, { page: 'Email Entry Page' });
  await until('both processes know the guest', () => areAllOn('Email Entry Page'));
  await settle();
  const waiting = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(there.db)
    ).rows[0]?.count;
  /** Locks the guests' rows while `meanwhile` runs. */
  const whileGuestsLocked = (meanwhile: () => Promise<void>) =>
    there.db.transaction().execute(async (trx) => {
      await trx.selectFrom('guests').select('id').forUpdate().execute();
      await meanwhile();
    });
  let next: Promise<void> | undefined;
  await whileGuestsLocked(async () => {
    await guest.post(VIEW, { page: 'Verify Code Page' });
    await until('the view is being written', async () => (await waiting()) === 1);
    await guest.post(VIEW, { page: 'Email Entry Page' });
    next = whileGuestsLocked(() =>
      until('the first view is known to both', async () => (await only())[1]?.pageViews === 2),
    );
    await until('the next view waits for the lock', async () => (await waiting()) === 2);
  });
  await next;
  // The clocks stand still, so no process rereads by itself: the news must arrive.
  await until('the last page is known to both', async () => {
    await settle();
    return (await only()).every((one) => one?.page === 'Email Entry Page' && one.pageViews === 3);
  });
});

test('Every process knows the progress of a guest, and who is stuck', async () => {
  const smtp = await TestSmtp.start();
  const { here, there, advance, settle, only } = await twoProcesses({ SMTP_URL: smtp.url });
  const guest = here.client();
  const email = 'guest@example.com';
  await guest.post(VIEW, { page: 'Verify Code Page' });
  await guest.post('/api/user/send-verification-code', { email });
  await until('both processes know that the email was sent', async () => {
    await settle();
    return (await only()).every((one) => one?.mail?.state === 'sent');
  });
  expect(await only()).toMatchObject([{ outcome: 'trying' }, { outcome: 'trying' }]);
  const elsewhere = there.client({ ip: guest.ip });
  for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value);
  for (const client of [guest, elsewhere]) await client.post('/api/user/verify-code', { email, code: '000000' });
  await until('both processes know that the guest is stuck', async () => {
    await settle();
    return (await only()).every((one) => one?.stuck?.reason === 'codes_refused' && one.code?.triesLeft === 1);
  });
  advance(1_000);
  await elsewhere.post('/api/user/verify-code', { email, code: codeIn(await smtp.mail()) });
  await until('both processes know that the guest is verified', async () => {
    await settle();
    return (await only()).every((one) => one?.outcome === 'verified' && one.stuck === null);
  });
});
