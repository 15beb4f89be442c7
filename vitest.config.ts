import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TEST_MS, WAIT_MS } from './tests/support/patience.ts';

type Database = 'sqlite' | 'postgres';

/** `npm test -- --everything`: also what takes longer than anybody waits for before a push. */
const EVERYTHING = process.env.TEST_EVERYTHING === 'true';

/** A release takes minutes: only for `--everything`, or when it is asked for by its name. */
const RELEASE = EVERYTHING || process.argv.some((arg) => /^(?:tests\/)?release\//.test(arg));

/**
 * A test says by its suffix where it runs:
 *
 *   name.test.ts                 pure: no database, once
 *   name.both.test.ts            on SQLite and on PostgreSQL, every day
 *   name.sqlite.test.ts          every day on SQLite; with --everything on PostgreSQL as well
 *   name.postgres.test.ts        every day on PostgreSQL; with --everything on SQLite as well
 *   name.only-sqlite.test.ts     never on the other one: it would mean nothing there
 *   name.only-postgres.test.ts
 *   name.browser.test.ts         in Chromium; with --everything on both databases
 *   name.detail.test.ts          in Chromium, only with --everything
 *   name.browsers.test.ts        in Firefox and WebKit, only with --everything
 *   name.release.test.ts         makes a release, only with --everything
 *
 * SQLite takes a third of the time of PostgreSQL, which is stricter about what it takes.
 */
const named = (...kinds: string[]) =>
  kinds.map((kind) => `{contract,server,cli,web,demo,scripts,tests}/**/*.${kind}.test.ts`);
const DAILY = {
  sqlite: named('both', 'sqlite', 'only-sqlite'),
  postgres: named('both', 'postgres', 'only-postgres'),
};
const ONLY_WITH_EVERYTHING = { sqlite: named('postgres'), postgres: named('sqlite') };

/** Where a password is checked for what follows from it; `server/passwords/hasher.test.ts` has the real one. */
const CHEAP_PASSWORDS = {
  resolve: { alias: { '@node-rs/argon2': fileURLToPath(new URL('tests/support/cheap-argon2.ts', import.meta.url)) } },
};

/** Chance follows from a seed, in all of them. */
const SEEDED = { setupFiles: ['tests/support/seeded.ts'] };

const onDatabase = (database: Database) => ({
  ...SEEDED,
  provide: { database, everything: EVERYTHING, crashRoundsFactor: EVERYTHING ? 10 : 1 },
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
});

/** Tests that use a database run twice; pure ones and those in which the browser is what matters run once. */
const server = (database: Database) => ({
  ...CHEAP_PASSWORDS,
  test: {
    name: database,
    include: [...DAILY[database], ...(EVERYTHING ? ONLY_WITH_EVERYTHING[database] : [])],
    exclude: process.env.PGBOUNCER === undefined ? ['tests/several/pooler.*'] : [],
    isolate: false,
    ...onDatabase(database),
  },
});

const browser = (database: Database) => ({
  ...CHEAP_PASSWORDS,
  test: {
    name: `browser-${database}`,
    include: named('browser', ...(EVERYTHING ? ['detail'] : [])),
    isolate: false,
    ...onDatabase(database),
  },
});

/** The main stories once more, in the browsers of the others. What a database does is not what differs between them. */
const otherBrowser = (name: 'firefox' | 'webkit') => ({
  ...CHEAP_PASSWORDS,
  test: {
    name,
    include: named('browsers'),
    isolate: false,
    // One browser with several windows is enough for a small machine, and after all the others.
    fileParallelism: false,
    sequence: { groupOrder: 1 },
    ...onDatabase('sqlite'),
    provide: { ...onDatabase('sqlite').provide, browser: name },
  },
});

export default defineConfig({
  test: {
    // Twice as many as a small machine has cores: each waits half of its time for a browser, a process or a database.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{contract,server,cli,web,demo,scripts}/**/*.test.ts'],
          exclude: [
            '**/*.*.test.ts',
            '**/node_modules/**',
            ...(process.env.PROMTOOL === undefined ? ['server/process/alerts.test.ts'] : []),
          ],
          isolate: false,
          ...SEEDED,
          // Hard puzzles and many cases take their time on a busy machine.
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
      server('sqlite'),
      server('postgres'),
      browser('sqlite'),
      ...(EVERYTHING ? [browser('postgres')] : []),
      ...(RELEASE
        ? [
            {
              test: {
                name: 'release',
                include: named('release'),
                testTimeout: 300_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      ...(process.env.TEST_BROWSERS === 'true' ? [otherBrowser('firefox'), otherBrowser('webkit')] : []),
    ],
  },
});
