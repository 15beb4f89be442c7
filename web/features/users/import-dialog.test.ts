import { expect, test } from 'vitest';
import { IMPORT_COLUMNS } from '../../../contract/users/account-details.rules.ts';
import { describeCheck, describeImport, importTemplate } from './import-dialog.tsx';

test.for([
  [118, 3, '118 lines are good, 3 have problems', '118 users imported, 3 lines left out'],
  [1, 1, '1 line is good, 1 has a problem', '1 user imported, 1 line left out'],
  [1200, 0, '1,200 lines are good', '1,200 users imported'],
  [0, 2, '0 lines are good, 2 have problems', '0 users imported, 2 lines left out'],
] as const)('%d good and %d bad lines', ([good, bad, checked, imported]) => {
  expect([describeCheck({ good, bad }), describeImport({ good, bad })]).toEqual([checked, imported]);
});

test('The example has the columns of the contract, and something in each', () => {
  const [heading, example] = importTemplate().split('\r\n');
  expect(heading).toBe(IMPORT_COLUMNS.join(','));
  expect(example).toMatch(/^mira\.kolb,mira@example\.com,Mira,Kolb,user/);
  expect(example?.split(',').filter(Boolean)).toHaveLength(IMPORT_COLUMNS.length);
});
