import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS, PLACES, REQUESTS } from './limits.ts';

test('Every limit of the list is used', () => {
  const code = globSync('server/**/*.ts', { exclude: ['server/limits/limits.ts', '**/*.test.ts'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const names = [REQUESTS, LIMITS, PLACES].flatMap((limits) => Object.keys(limits));
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
