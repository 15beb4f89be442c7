import { defineConfig } from 'vitest/config';

const BROWSER = ['tests/{e2e,quality}/**/*.test.ts', 'tests/attack/**/*.browser.test.ts'];
/** With SQLite there is one process and no connection to lose. */
const POSTGRES_ONLY = ['tests/crash/postgres.test.ts', 'tests/several/**/*.test.ts'];
const BROWSER_ON = process.env.BROWSER_TESTS_ON === 'postgres' ? 'postgres' : 'sqlite';

/**
 * Tests that use a database run twice. Pure ones run once, and so do those about how pages look and weigh and the
 * stories in which the browser is what matters: everything that they ask of a database is asked of both before.
 */
const onDatabase = (database: 'sqlite' | 'postgres', ...more: string[]) => ({
  test: {
    name: database,
    include: ['server/**/*.app.test.ts', 'tests/{attack,crash,several}/**/*.test.ts', ...more],
    exclude: [
      ...(database === 'sqlite' ? POSTGRES_ONLY : []),
      ...(database === BROWSER_ON ? [] : ['tests/attack/**/*.browser.test.ts']),
    ],
    provide: { database },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{contract,server,web,scripts}/**/*.test.ts'],
          exclude: ['**/*.app.test.ts', '**/node_modules/**'],
        },
      },
      onDatabase('sqlite', ...(BROWSER_ON === 'sqlite' ? BROWSER : [])),
      onDatabase('postgres', ...(BROWSER_ON === 'postgres' ? BROWSER : [])),
    ],
  },
});
