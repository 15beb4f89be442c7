import { expect, test } from 'vitest';
import { describeMessage, describeWaiting } from './message-words.ts';

test.for([
  ['prompt', 'email', null, 'sent', 'Email prompt · waiting'],
  ['prompt', 'code', null, 'delivered', 'Code prompt · delivered'],
  ['prompt', 'code', null, 'seen', 'Code prompt · seen'],
  ['prompt', 'check-spam', null, 'seen', 'Reply “Please check your spam folder” · seen'],
  ['redirect', null, '/user/verify-code', 'sent', 'Move to verify code · waiting'],
  ['redirect', null, '/user/email-entry', 'seen', 'Moved to email entry · arrived'],
  ['redirect', null, null, 'delivered', 'Move · delivered'],
  ['redirect', null, '/user/verify-code', 'withdrawn', 'Move to verify code · withdrawn before delivery'],
  ['exit', null, 'https://example.org/bye', 'seen', 'Exit · left'],
  ['resend', null, null, 'sent', 'New code · waiting for the mail server'],
  ['resend', null, null, 'delivered', 'New code · emailed'],
  ['resend', null, null, 'withdrawn', 'New code · not emailed'],
] as const)('%s %s to %s, %s', ([kind, prompt, target, state, words]) => {
  expect(describeMessage({ kind, prompt, target, state })).toBe(words);
});

test.for([
  [{ prompt: 'email', redirect: null }, 'Email prompt · waiting'],
  [{ prompt: 'email', redirect: '/user/verify-code' }, 'Move to verify code · waiting'],
  [{ prompt: null, redirect: 'https://example.org/bye' }, 'Exit · waiting'],
  [{ prompt: null, redirect: null }, null],
] as const)('A waiting message: %j', ([waiting, words]) => {
  expect(describeWaiting(waiting)).toBe(words);
});
