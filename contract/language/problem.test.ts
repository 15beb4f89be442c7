import { expect, test } from 'vitest';
import * as pseudo from '../../messages/en-XA.ts';
import { problem, problemSentence } from './problem.rules.ts';

test.each([
  [problem('emailInvalid'), '⟦Please enter a valid email address⟧'],
  [problem('codeTooShort', 6), '⟦Code must be at least 6 characters⟧'],
  [problem('tooLong', 1_000), '⟦Please use at most 1,000 characters⟧'],
  ['Please choose a destination', 'Please choose a destination'],
])('%s is read as "%s"', (message, sentence) => {
  expect(problemSentence(pseudo.problems, message)).toBe(sentence);
});
