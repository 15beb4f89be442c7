import { expect, test } from 'vitest';
import { signedIn } from '../../../messages/en.ts';
import { describeAsked, isTrap } from './destination-words.ts';

const describe = (path: string, isPersistent: boolean, reason: string | null = null) =>
  describeAsked(path, { reason, isPersistent }, 'Acme', signedIn.asked);

test('a redirected user reads who sent them and why', () => {
  const { who, reason } = describe('/terms-agreement', false, 'New terms');
  expect([who, reason]).toEqual(['The support team of Acme sent you to this page.', 'New terms']);
});

test.for([
  ['/terms-agreement', false, 'You can leave it at any time.'],
  ['/terms-agreement', true, 'You can leave it after you accept the terms, or sign out.'],
  ['/profile/update-details', true, 'You can leave it after you save your details, or sign out.'],
  ['/security-check', true, 'You can leave it after you confirm your password, or sign out.'],
  ['/profile/complete-info', true, 'You can leave it when the support team ends this. Until then you can sign out.'],
] as const)('how to leave %s (persistent: %s): %s', ([path, isPersistent, words]) => {
  expect(describe(path, isPersistent).leave).toBe(words);
});

test.for(['/user/email-entry', '/user/verify-code'])('a signed-in user reads why %s is their account', (path) => {
  expect(describe(path, false).instead).toMatch(/^Only guests/);
});

test('only a persistent redirect to a page without a task holds people', () => {
  expect(isTrap('/profile/complete-info', true)).toBe(true);
  expect(isTrap('/user/verify-code', true)).toBe(true);
  expect(isTrap('/profile/complete-info', false)).toBe(false);
  expect(isTrap('/terms-agreement', true)).toBe(false);
  expect(isTrap('https://example.com', true)).toBe(false);
});
