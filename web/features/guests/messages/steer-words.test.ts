import { expect, test } from 'vitest';
import { describeSteer, describeWaiting } from './steer-words.ts';

test.for([
  ['email-prompt', null, 'sent', 'Email prompt sent, waiting'],
  ['code-prompt', null, 'delivered', 'Code prompt delivered'],
  ['code-prompt', null, 'seen', 'Code prompt seen'],
  ['move', '/user/verify-code', 'sent', 'Move to verify code sent, waiting'],
  ['move', '/user/email-entry', 'seen', 'Move to email entry seen: the guest is there'],
  ['move', null, 'delivered', 'Move delivered'],
  ['move', '/user/verify-code', 'withdrawn', 'Move to verify code withdrawn, the guest never got it'],
  ['exit', 'https://example.org/bye', 'seen', 'Exit seen: the guest has left for it'],
  ['resend', null, 'sent', 'New code waits for the mail server'],
  ['resend', null, 'delivered', 'New code mailed'],
  ['resend', null, 'withdrawn', 'New code could not be mailed'],
] as const)('%s to %s, %s', ([what, to, state, words]) => {
  expect(describeSteer({ what, to, state })).toBe(words);
});

test.for([
  [{ prompt: 'email', redirect: null }, 'Email prompt sent, waiting'],
  [{ prompt: 'email', redirect: '/user/verify-code' }, 'Move to verify code sent, waiting'],
  [{ prompt: null, redirect: 'https://example.org/bye' }, 'Exit sent, waiting'],
  [{ prompt: null, redirect: null }, null],
] as const)('what waits: %j', ([waiting, words]) => {
  expect(describeWaiting(waiting)).toBe(words);
});
