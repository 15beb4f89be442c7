import { defineConfig } from 'vitest/config';

type Database = 'sqlite' | 'postgres';

/** `npm test -- --everything`: also what takes longer than anybody waits for before a push. */
const EVERYTHING = process.env.TEST_EVERYTHING === 'true';

const BROWSER = ['tests/{e2e,quality}/**/*.test.ts', 'tests/attack/**/*.browser.test.ts'];

/** With SQLite there is one process and no connection to lose. */
const POSTGRES_ONLY = ['tests/crash/postgres.test.ts', 'tests/several/**/*.test.ts'];
/**
 * What happens before a request reaches a feature, sockets, and attacks on what both databases do alike. Once is enough for
 * every day, on the database that is stricter about what it takes; the rows and files of attacks are looked at on both.
 */
const ONCE = [
  'server/{http,live}/*.app.test.ts',
  'server/features/captcha/*.app.test.ts',
  'tests/attack/!(backup|disk|rows|erased-trail|dishonest-staff|help-flood|crowd).test.ts',
];
/** How made-up guests are shown: the stories with real ones are told every day. */
const SHOWN = ['tests/e2e/help-desk.test.ts'];

const onDatabase = (database: Database) => ({
  provide: { database, crashRoundsFactor: EVERYTHING ? 10 : 1 },
  testTimeout: 60_000,
  hookTimeout: 60_000,
});

/** Tests that use a database run twice; pure ones and those in which the browser is what matters run once. */
const server = (database: Database) => ({
  test: {
    name: database,
    include: ['{server,cli}/**/*.app.test.ts', 'tests/{attack,crash,several}/**/*.test.ts'],
    exclude: [
      ...BROWSER,
      ...(database === 'sqlite' ? POSTGRES_ONLY : []),
      ...(database === 'sqlite' && !EVERYTHING ? ONCE : []),
    ],
    // Loading the server anew for each file would take a quarter of the time; nothing in it outlives its app.
    isolate: false,
    ...onDatabase(database),
  },
});

const browser = (database: Database) => ({
  test: {
    name: `browser-${database}`,
    include: BROWSER,
    exclude: EVERYTHING ? [] : SHOWN,
    ...onDatabase(database),
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{contract,server,cli,web,scripts}/**/*.test.ts'],
          exclude: ['**/*.app.test.ts', '**/node_modules/**'],
        },
      },
      server('sqlite'),
      server('postgres'),
      browser('sqlite'),
      ...(EVERYTHING ? [browser('postgres')] : []),
    ],
  },
});
