import { expect, test } from 'vitest';
import { describeUntranslated } from './translated.ts';

test.for([
  [['German'], 'German'],
  [['German', 'French'], 'German and French'],
  [['German', 'French', 'Dutch'], 'German, French and Dutch'],
  [['German', 'French', 'Dutch', 'Polish'], 'German, French and 2 more'],
] as const)('Guests of %s read an untranslated text as it is', ([languages, listed]) => {
  expect(describeUntranslated(languages)).toBe(`Guests who read ${listed} see this text as it is.`);
});
