import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS, PLACES, REQUESTS } from './limits.ts';

const LIST = 'server/limits/limits.ts';

test('no two limits have the same name: they would share their counts', () => {
  const names = [REQUESTS, LIMITS, PLACES].flatMap((limits) => Object.values(limits).map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every limit of the list is used', () => {
  const code = globSync('server/**/*.ts')
    .filter((file) => file !== LIST && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const unused = [REQUESTS, LIMITS, PLACES]
    .flatMap((limits) => Object.keys(limits))
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused).toEqual([]);
});
