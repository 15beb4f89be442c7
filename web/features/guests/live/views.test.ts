import { expect, test } from 'vitest';
import { defaultView } from './views.ts';

test.for([
  [{ needsHelp: 1, here: 5, verified: 2, all: 9 }, 'needs-help'],
  [{ needsHelp: 0, here: 0, verified: 0, all: 9 }, 'here'],
  [undefined, 'here'],
] as const)('With %j the first view is %s', ([counts, view]) => {
  expect(defaultView(counts)).toBe(view);
});
