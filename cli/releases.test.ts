import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../server/db/migrate.ts';
import { describeRelease, RELEASES } from './releases.ts';

test('The last migration of a database tells its release', () => {
  expect(describeRelease('003-people')).toBe('a version before 0.1.0');
  expect(describeRelease('005-several-processes')).toBe('version 0.1.0');
  expect(describeRelease('011-proposals')).toBe('a version after 0.1.0');
  expect(describeRelease('026-year')).toBe('version 0.2.0');
  expect(describeRelease('044-sign-outs')).toBe('version 0.3.0 or 0.3.1');
});

test('The data of every release is kept', () => {
  expect(readdirSync('tests/upgrade/releases').sort()).toEqual(RELEASES.map(({ version }) => version));
  for (const { lastMigration } of RELEASES) expect(MIGRATIONS).toContain(lastMigration);
});
