import { defineConfig } from 'vitest/config';

/** Tests that use a database run twice; pure ones, and those about how pages look and weigh, once. */
const onDatabase = (database: 'sqlite' | 'postgres', ...more: string[]) => ({
  test: {
    name: database,
    include: ['server/**/*.app.test.ts', 'tests/{e2e,crash}/**/*.test.ts', ...more],
    // With SQLite there is one process and no connection to lose.
    exclude: database === 'sqlite' ? ['tests/crash/postgres.test.ts'] : [],
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
      onDatabase('sqlite', 'tests/quality/**/*.test.ts'),
      onDatabase('postgres'),
    ],
  },
});
