import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLanguages } from '../../../languages.ts';
import { mayDeliver, mayRedirectGuestTo } from './policy.ts';

const languages = await openLanguages(['en', 'en-XA']);

const settings = {
  emailPromptMessage: 'Your address',
  codePromptMessage: 'Your code',
  exitMessage: 'Goodbye',
  exitUrl: 'https://example.com/thanks',
  'codePromptMessage.en-XA': 'Ihr Code',
};

test.for([
  ['email', 'Your address', true],
  ['code', 'Your code', true],
  ['code', 'Ihr Code', true],
  ['email', 'Ihr Code', false],
  ['email', 'Your code', false],
  ['code', 'Your address', false],
  ['code', 'your code', false],
  ['email', '', false],
  [null, 'Your address', false],
  ['check-spam', 'Please check your spam folder', true],
  ['check-spam', '⟦Please check your spam folder⟧', true],
  ['check-spam', 'Please check your email address', false],
  ['email', 'Please check your spam folder', false],
] as const)('A prompt for the %s with the text "%s" is delivered: %s', ([prompt, text, may]) => {
  expect(mayDeliver({ kind: 'prompt', prompt, text, target: null }, settings, languages)).toBe(may);
});

test.for([
  ['redirect', '/user/verify-code', null, true],
  ['redirect', 'https://example.com/thanks', null, false],
  ['redirect', '/admin', null, false],
  ['exit', 'https://example.com/thanks', 'Goodbye', true],
  ['exit', 'https://example.com/thanks', '⟦The support team has ended this verification.⟧', true],
  ['exit', 'https://example.com/thanks', 'Call us', false],
  ['exit', 'https://example.com/thanks', null, false],
  ['exit', 'https://evil.example', 'Goodbye', false],
  ['resend', null, null, false],
] as const)('A message of kind %s to %s with the text %s is delivered: %s', ([kind, target, text, may]) => {
  expect(mayDeliver({ kind, prompt: null, text, target }, settings, languages)).toBe(may);
});

test.for(['/user/email-entry', '/user/verify-code', 'https://example.com/thanks'])(
  'A guest may be redirected to %s',
  (destination) => {
    expect(mayRedirectGuestTo(destination, settings)).toBe(true);
  },
);

test('A guest may be redirected to nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (destination) => {
      fc.pre(!['/user/email-entry', '/user/verify-code', settings.exitUrl].includes(destination));
      expect(mayRedirectGuestTo(destination, settings)).toBe(false);
    }),
  );
});

test('The closing page is an exit only while no other is set', () => {
  expect(mayRedirectGuestTo('/user/closed', { exitUrl: '/user/closed' })).toBe(true);
  expect(mayRedirectGuestTo('/user/closed', settings)).toBe(false);
  expect(mayRedirectGuestTo('https://example.com', { exitUrl: '/user/closed' })).toBe(false);
});

test('An exit URL without https does not count', () => {
  expect(mayRedirectGuestTo('http://example.com', { exitUrl: 'http://example.com' })).toBe(false);
});
