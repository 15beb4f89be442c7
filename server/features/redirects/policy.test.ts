import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROLES } from '../../../contract/users/users.rules.ts';
import { mayLeaveWith, mayRedirect, mayRedirectGuestTo, redirectsShownTo } from './policy.ts';

const settings = { exitUrl: 'https://example.com/thanks' };

test.for(['/user/email-entry', '/user/verify-code', 'https://example.com/thanks'])(
  'a guest may be redirected to %s',
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

test('the page that says goodbye is an exit only while there is no other', () => {
  expect(mayRedirectGuestTo('/user/closed', { exitUrl: '/user/closed' })).toBe(true);
  expect(mayRedirectGuestTo('/user/closed', settings)).toBe(false);
  expect(mayRedirectGuestTo('https://example.com', { exitUrl: '/user/closed' })).toBe(false);
});

test('an exit address that is not https does not count', () => {
  expect(mayRedirectGuestTo('http://example.com', { exitUrl: 'http://example.com' })).toBe(false);
});

test.for([
  ['/user/verify-code', null, true],
  ['https://example.com/thanks', 'Goodbye', true],
  ['https://example.com/thanks', 'Call us', false],
  ['https://example.com/thanks', null, false],
] as const)('a guest on the way to %s may be told %s: %s', ([destination_path, message, may]) => {
  expect(mayLeaveWith({ destination_path, message }, { ...settings, exitMessage: 'Goodbye' })).toBe(may);
});

test.each([
  ['user', []],
  ['helper', ['guest']],
  ['manager', ['user']],
  ['auditor', []],
  ['admin', ['guest', ...ROLES]],
] as const)('a %s redirects %o', (role, whom) => {
  const possible = ['guest' as const, ...ROLES];
  const passes = (one: (typeof possible)[number]) => mayRedirect(role, one === 'guest' ? one : { role: one });
  expect(possible.filter(passes)).toEqual(whom);
});

test.each([
  ['helper', { guests: true, users: false }],
  ['manager', { guests: false, users: true }],
  ['auditor', { guests: true, users: true }],
  ['admin', { guests: true, users: true }],
] as const)('a %s finds those of %o', (role, shown) => expect(redirectsShownTo(role)).toEqual(shown));
