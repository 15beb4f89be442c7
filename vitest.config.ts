import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TEST_MS, WAIT_MS } from './tests/support/patience.ts';

type Database = 'sqlite' | 'postgres';

/** `npm test -- --everything`: also what takes longer than anybody waits for before a push. */
const EVERYTHING = process.env.TEST_EVERYTHING === 'true';

/** The image takes minutes and root: only for `--everything`, or when it is asked for by its name. */
const CONTAINER = EVERYTHING || process.argv.some((arg) => /^(?:tests\/)?container/.test(arg));

const BROWSER = ['tests/{e2e,quality}/**/*.test.ts', 'tests/attack/**/*.browser.test.ts'];

/** With SQLite there is one process and no connection to lose. */
const POSTGRES_ONLY = ['tests/crash/postgres.test.ts', 'tests/several/**/*.test.ts'];
/** The demo brings its database along. */
const SQLITE_ONLY = ['tests/demo/**/*.test.ts'];
/**
 * What both databases do alike is tested every day on one of them: on SQLite, which takes a third of the time, and on PostgreSQL,
 * which is stricter, where it is about what a database takes at all, or where stories show it on SQLite.
 */
const ON_SQLITE = [
  'server/{http,live}/*.app.test.ts',
  'server/delivery/bounces/*.app.test.ts',
  'server/delivery/{delivery,mail-domains,mail-security,smtp-utf8}.app.test.ts',
  'server/features/receipts/*.app.test.ts',
  'server/features/{second-factor,sso}/*.app.test.ts',
  'server/features/{account,account-notices,auth,dashboard,email-change,gate,help,prompts,registration,settings,webhooks}/*.app.test.ts',
  'server/features/care/{care,one-browser,seen-by-staff}.app.test.ts',
  'server/features/guest-activity/{presence,stuck}.app.test.ts',
  'server/features/redirects/guest-redirects.app.test.ts',
  'server/features/captcha/*.app.test.ts',
  'server/{metrics,open-files}.app.test.ts',
  'cli/{admin,rotate-key}.app.test.ts',
  'tests/attack/{backup,borrowed-mail,bulk-flood,captcha,code-guessing,crowd,denied-codes,email-takeover,fishing}.test.ts',
  'tests/attack/{gate-tokens,guest-ids,guest-sockets,help-flood,idle-connections,idle-sockets,invisible-names}.test.ts',
  'tests/attack/{kept-out,mail-flood,mailbox}.test.ts',
  'tests/attack/{other-browsers,receipts,roles,second-factor,sessions,sign-in-guessing,sso}.test.ts',
  'tests/crash/{clock,delivery,mail,process,rotation,webhook}.test.ts',
  'tests/upgrade/upgrade-check.test.ts',
];
const ON_POSTGRES = [
  'server/features/{notifications,users,verification}/{notifications,users,verification}.app.test.ts',
  'tests/attack/{access,cross-site,enumeration,hosts,injection,mass-assignment,open-redirects,requests}.test.ts',
];
const elsewhere = { sqlite: ON_POSTGRES, postgres: ON_SQLITE };
/** How things look and feel in detail; that people can do what they came for is shown every day. */
const IN_DETAIL = [
  'tests/e2e/{back-office,help-desk}.test.ts',
  'tests/quality/controls.test.ts',
  'tests/attack/injection.browser.test.ts',
];

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
    include: ['{server,cli}/**/*.app.test.ts', 'tests/{attack,crash,demo,several,upgrade}/**/*.test.ts'],
    exclude: [
      ...BROWSER,
      ...(database === 'sqlite' ? POSTGRES_ONLY : SQLITE_ONLY),
      ...(EVERYTHING ? [] : elsewhere[database]),
      ...(process.env.PGBOUNCER === undefined ? ['tests/several/pooler.test.ts'] : []),
    ],
    isolate: false,
    ...onDatabase(database),
  },
});

const browser = (database: Database) => ({
  ...CHEAP_PASSWORDS,
  test: {
    name: `browser-${database}`,
    include: BROWSER,
    exclude: EVERYTHING ? [] : IN_DETAIL,
    isolate: false,
    ...onDatabase(database),
  },
});

/** The main stories once more, in the browsers of the others. What a database does is not what differs between them. */
const otherBrowser = (name: 'firefox' | 'webkit') => ({
  ...CHEAP_PASSWORDS,
  test: {
    name,
    include: ['tests/browsers/*.test.ts'],
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
          exclude: ['**/*.app.test.ts', '**/node_modules/**'],
          isolate: false,
          ...SEEDED,
          // Hard puzzles and many cases take their time on a busy machine.
          testTimeout: TEST_MS,
        },
      },
      server('sqlite'),
      server('postgres'),
      browser('sqlite'),
      ...(EVERYTHING ? [browser('postgres')] : []),
      ...(CONTAINER
        ? [
            {
              test: {
                name: 'container',
                include: ['tests/container/**/*.test.ts'],
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
