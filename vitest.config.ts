import { defineConfig } from 'vitest/config';

/** Tests that use a database run twice; pure ones once. */
const onDatabase = (database: 'sqlite' | 'postgres') => ({
  test: {
    name: database,
    include: ['server/**/*.app.test.ts', 'tests/**/*.test.ts'],
    provide: { database },
    testTimeout: 30_000,
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
      onDatabase('sqlite'),
      onDatabase('postgres'),
    ],
  },
});
