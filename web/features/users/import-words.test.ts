import { expect, test } from 'vitest';
import { checkWords, importedWords } from './import-words.ts';

test.for([
  [118, 3, '118 lines are good, 3 have problems', '118 users imported, 3 lines left out'],
  [1, 1, '1 line is good, 1 has a problem', '1 user imported, 1 line left out'],
  [1200, 0, '1,200 lines are good', '1,200 users imported'],
  [0, 2, '0 lines are good, 2 have problems', '0 users imported, 2 lines left out'],
] as const)('%d good and %d bad lines', ([good, bad, checked, imported]) => {
  expect([checkWords({ good, bad }), importedWords({ good, bad })]).toEqual([checked, imported]);
});
