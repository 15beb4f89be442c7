import { expect, test } from 'vitest';
import type { SecurityCheck } from '../../../contract/dashboard/dashboard.ts';
import { byUrgency, describeChecks } from './security-dialog.tsx';

const checks = (...results: SecurityCheck['result'][]) =>
  results.map((result, index) => ({ id: String(index), title: '', result, advice: '', remedy: { code: '', see: '' } }));

test.for([
  [checks('pass', 'pass'), 'All 2 checks passed'],
  [checks('pass', 'warning', 'fail'), '1 failed, 1 warning, 1 passed'],
  [checks('warning', 'warning'), '2 warnings'],
  [checks('fail', 'pass', 'pass'), '1 failed, 2 passed'],
  [checks('pass', 'not_set_up', 'pass'), '2 passed, 1 not set up'],
] as const)('The summary of checks, case %#', ([given, words]) => {
  expect(describeChecks(given)).toBe(words);
});

test('Checks that need action come first, the rest keep their order', () => {
  expect(
    byUrgency(checks('pass', 'warning', 'pass', 'fail', 'warning'))
      .map(({ id }) => id)
      .join(''),
  ).toBe('31402');
});
