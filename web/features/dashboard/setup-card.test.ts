import { expect, test } from 'vitest';
import type { SetupStep } from '../../../contract/dashboard/dashboard.ts';
import { isSetUp } from './setup-card.tsx';

const steps = (...states: SetupStep['state'][]): SetupStep[] =>
  states.map((state) => ({ id: 'mail', title: '', state, advice: '', remedy: { code: '', see: '' } }));

test.for([
  ['one is left', steps('done', 'open', 'optional'), false],
  ['only what nobody has to do is left', steps('done', 'optional'), true],
  ['nothing is left', steps('done', 'done'), true],
] as const)('The set-up when %s', ([, given, isDone]) => {
  expect(isSetUp(given)).toBe(isDone);
});
