import { expect, test } from 'vitest';
import { describeMessage, describeWaiting } from './message-words.ts';

test.for([
  ['prompt', 'email', null, 'sent', 'Email prompt sent, waiting'],
  ['prompt', 'code', null, 'delivered', 'Code prompt delivered'],
  ['prompt', 'code', null, 'seen', 'Code prompt seen'],
  ['redirect', null, '/user/verify-code', 'sent', 'Move to verify code sent, waiting'],
  ['redirect', null, '/user/email-entry', 'seen', 'Move to email entry seen: the guest is there'],
  ['redirect', null, null, 'delivered', 'Move delivered'],
  ['redirect', null, '/user/verify-code', 'withdrawn', 'Move to verify code withdrawn, the guest never got it'],
  ['exit', null, 'https://example.org/bye', 'seen', 'Exit seen: the guest has left for it'],
  ['resend', null, null, 'sent', 'New code waits for the mail server'],
  ['resend', null, null, 'delivered', 'New code mailed'],
  ['resend', null, null, 'withdrawn', 'New code could not be mailed'],
] as const)('%s %s to %s, %s', ([kind, prompt, target, state, words]) => {
  expect(describeMessage({ kind, prompt, target, state })).toBe(words);
});

test.for([
  [{ prompt: 'email', redirect: null }, 'Email prompt sent, waiting'],
  [{ prompt: 'email', redirect: '/user/verify-code' }, 'Move to verify code sent, waiting'],
  [{ prompt: null, redirect: 'https://example.org/bye' }, 'Exit sent, waiting'],
  [{ prompt: null, redirect: null }, null],
] as const)('A waiting message: %j', ([waiting, words]) => {
  expect(describeWaiting(waiting)).toBe(words);
});
