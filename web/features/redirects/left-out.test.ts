import { expect, test } from 'vitest';
import { withLeftOut } from './left-out.ts';

test.for([
  [undefined, 'Sent.'],
  [1, 'Sent. 1 guest at this address chose “Somebody told me to come here” and got nothing.'],
  [2, 'Sent. 2 guests at this address chose “Somebody told me to come here” and got nothing.'],
] as const)('staff read how many guests were left out: %s', ([leftOut, words]) => {
  expect(withLeftOut('Sent.', leftOut)).toBe(words);
});
