import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

import { expect, inject, test } from 'vitest';
import { memoryOf } from '../../bench/memory-of.ts';
import { IMPORT_BYTES_MAX, IMPORT_LINES_MAX } from '../../contract/users/users.ts';
import type { UserRow } from '../../server/db/tables.ts';
import { takeFromLimits } from '../../server/limits/database-counts.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { migratedDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer, until } from '../support/process.ts';

const IMPORT = '/api/admin/users/import';
const DRY_RUN = `${IMPORT}?dryRun=true`;
/** So many that the import is still running when the test interrupts it. */
const MANY = IMPORT_LINES_MAX;

const fileOf = (lines: number) =>
  Buffer.from(['username', ...Array.from({ length: lines }, (_, index) => `new${index}`)].join('\n'));
const importFile = (client: HttpClient, payload: Buffer, url = IMPORT) =>
  client.request({ method: 'POST', url, headers: { 'content-type': 'text/csv' }, payload });

async function imported({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll().as('count'))
    .where('username', 'like', 'new%')
    .executeTakeFirstOrThrow();
  return Number(count);
}

const untilUnderWay = (app: TestApp) => until('some accounts were imported', async () => (await imported(app)) > 0);

const isRunning = async ({ db }: Pick<TestApp, 'db'>) =>
  (await db.selectFrom('limit_counts').select('key').where('key', 'like', 'import:%').execute()).length > 0;

async function withManager() {
  const app = await startApp();
  const account = await createAccount(app, { username: 'maria', role: 'manager' });
  return { app, account, manager: await signedIn(app, { username: 'maria' }), admin: await signedIn(app, ADMIN) };
}

/** Returns the request, so that a test can abort it. */
function sendFile(port: number, client: HttpClient, url: string, file: Buffer) {
  const sending = request({
    port,
    path: url,
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      cookie: client.cookieHeader,
      'content-type': 'text/csv',
      'content-length': file.length,
    },
  });
  sending.on('error', () => undefined);
  sending.end(file);
  return sending;
}

async function answerTo(sending: ClientRequest) {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return json(answer);
}

test('A file with too many lines is refused before anything is written', async () => {
  const { app, manager } = await withManager();
  const refused = await importFile(manager, fileOf(IMPORT_LINES_MAX + 1));
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'A file can have at most 100,000 lines below its heading. Please split it into smaller files.',
  ]);
  expect(await imported(app)).toBe(0);
  // Empty lines count too, and are fastest to read.
  const full = Buffer.from(`username\nnew\n${'\n'.repeat(IMPORT_LINES_MAX - 1)}`);
  expect((await importFile(manager, full, DRY_RUN)).json()).toMatchObject({ good: 1 });
});

const ENDS: Record<string, (admin: HttpClient, account: UserRow) => Promise<{ statusCode: number }>> = {
  suspended: (admin, { id }) =>
    admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } }),
  demoted: (admin, { id }) =>
    admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role: 'user' } }),
  'signed out': (admin, { id }) => admin.request({ method: 'DELETE', url: `/api/admin/users/${id}/sessions` }),
  deleted: (admin, { id }) => admin.request({ method: 'DELETE', url: `/api/admin/users/${id}` }),
};

test.for(Object.entries(ENDS))('An import stops when its manager is %s', async ([, end]) => {
  const { app, account, manager, admin } = await withManager();
  const answer = importFile(manager, fileOf(MANY));
  await untilUnderWay(app);
  expect((await end(admin, account)).statusCode).toBe(200);
  const made = await imported(app);
  expect((await answer).json()).toEqual({ error: 'not_signed_in', message: 'You are not signed in.' });
  expect([await imported(app), made < MANY]).toEqual([made, true]);
  const entries = await app.db.selectFrom('activity').select('details').where('user_id', '=', account.id).execute();
  const logged = entries.map(({ details }) => JSON.parse(details ?? '{}'));
  expect(logged.filter(({ change }) => change === 'users imported')).toMatchObject([{ accounts: made }]);
});

test('An import stops when its client disconnects, and the next one can start', async () => {
  const { app, manager } = await withManager();
  const port = await listening(app);
  const sending = sendFile(port, manager, IMPORT, fileOf(MANY));
  await untilUnderWay(app);
  sending.destroy();
  await until('the import has ended', async () => !(await isRunning(app)));
  expect(await imported(app)).toBeLessThan(MANY);
  expect((await importFile(manager, fileOf(1), DRY_RUN)).json()).toMatchObject({ good: 0, bad: 1 });
  expect(app.logged.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('A person imports one file at a time, and other people are not blocked', async () => {
  const { app, manager, admin } = await withManager();
  const port = await listening(app);
  const sending = sendFile(port, manager, IMPORT, fileOf(MANY));
  await untilUnderWay(app);
  expect((await importFile(admin, fileOf(1), DRY_RUN)).statusCode).toBe(200);
  // Another process on the same database, except on SQLite.
  const elsewhere = inject('database') === 'postgres' ? await startApp({ database: app.database }) : app;
  elsewhere.clock.advance(app.clock.now() - elsewhere.clock.now());
  const again = elsewhere.client();
  for (const [name, value] of manager.cookies) again.cookies.set(name, value);
  expect((await importFile(again, fileOf(1), DRY_RUN)).json()).toEqual({
    error: 'import_running',
    message: 'You have an import running. Wait until it is done, then try again.',
  });
  sending.destroy();
  await until('the import has ended', async () => !(await isRunning(app)));
});

test('After a crashed import, the next one can start within 15 seconds', async () => {
  const { app, account, manager } = await withManager();
  await takeFromLimits(app.db, [{ key: `import:${account.id}`, most: 1, seconds: 15 }], app.clock.now());
  expect((await importFile(manager, fileOf(1), DRY_RUN)).json().error).toBe('import_running');
  app.clock.advance(15_000);
  expect((await importFile(manager, fileOf(1), DRY_RUN)).json()).toMatchObject({ good: 1 });
});

detail('The server answers other requests while it checks a file', async () => {
  const { app, manager } = await withManager();
  const port = await listening(app);
  // The file is read in two chunks: without pauses in between there would be few answers.
  const file = Buffer.from(`username\n${'same\n'.repeat(20_000)}`);
  let checked: unknown;
  const checking = answerTo(sendFile(port, manager, DRY_RUN, file)).then((answer) => {
    checked = answer;
  });
  let answered = 0;
  for (; checked === undefined; answered += 1)
    expect((await fetch(`http://127.0.0.1:${port}/api/portal`)).status).toBe(200);
  await checking;
  expect(checked).toMatchObject({ good: 1, bad: 19_999 });
  expect(answered).toBeGreaterThan(20);
});

/** 63 MiB: eleven million short lines, or a hundred thousand of nearly the maximum length. */
const LARGEST = {
  'short lines': {
    file: () => Buffer.from(`username\n${'a1234\n'.repeat((IMPORT_BYTES_MAX - 1024 * 1024) / 6)}`),
    outcome: { error: 'bad_input' },
  },
  'long lines': {
    file: () =>
      Buffer.from(
        ['username,email,firstName,lastName']
          .concat(
            Array.from({ length: IMPORT_LINES_MAX }, (_, index) => {
              const [name, address] = [`new${index}`.padEnd(90, 'u'), `new${index}`.padEnd(60, 'e')];
              return `${name},${address}@${'d'.repeat(60)}.example.com,${'x'.repeat(200)},${'y'.repeat(200)}`;
            }),
          )
          .join('\n'),
      ),
    outcome: { good: IMPORT_LINES_MAX, bad: 0 },
  },
};

detail.for(Object.entries(LARGEST))(
  'The largest file of %s takes less than 100 MiB of memory',
  async ([, { file, outcome }]) => {
    const database = await migratedDatabase();
    const app = await startApp({ database });
    const admin = await signedIn(app, ADMIN);
    await app.close();
    const running = await startServer({
      ...database.env,
      SECRET_KEY: TEST_KEY,
      PUBLIC_URL: 'http://localhost:3000',
      // Like `npm start` with a quarter of the memory, so that garbage is collected early.
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=128',
      MALLOC_ARENA_MAX: '2',
    });
    const { pid = 0 } = running.child;
    const port = Number(new URL(running.url).port);
    const send = (contents: Buffer) => answerTo(sendFile(port, admin, DRY_RUN, contents));
    expect(await send(fileOf(1))).toMatchObject({ good: 1 });
    const before = memoryOf(pid, 'now');
    expect(await send(file())).toMatchObject(outcome);
    expect(memoryOf(pid, 'most') - before).toBeLessThan(100);
    running.kill('SIGKILL');
    await running.exited;
    await database.remove();
  },
);
