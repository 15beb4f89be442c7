import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayRedirectGuestTo } from './policy.ts';

const settings = { exitUrl: 'https://example.com/thanks' };

test.for(['/user/email-entry', '/user/verify-code', 'https://example.com/thanks'])(
  'a guest may be moved to %s',
  (destination) => {
    expect(mayRedirectGuestTo(destination, settings)).toBe(true);
  },
);

test('and to nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (destination) => {
      fc.pre(!['/user/email-entry', '/user/verify-code', settings.exitUrl].includes(destination));
      expect(mayRedirectGuestTo(destination, settings)).toBe(false);
    }),
  );
});

test('an exit address that is not https does not count', () => {
  expect(mayRedirectGuestTo('http://example.com', { exitUrl: 'http://example.com' })).toBe(false);
});
