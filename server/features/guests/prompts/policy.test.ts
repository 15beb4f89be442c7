import { expect, test } from 'vitest';
import { mayShowPrompt } from './policy.ts';

const texts = { emailPromptMessage: 'Your address', codePromptMessage: 'Your code' };

test.for([
  ['email', 'Your address', true],
  ['code', 'Your code', true],
  ['email', 'Your code', false],
  ['code', 'Your address', false],
  ['code', 'your code', false],
  ['email', '', false],
] as const)('a prompt for the %s that says "%s": %s', ([kind, message, may]) => {
  expect(mayShowPrompt({ kind, message }, texts)).toBe(may);
});
