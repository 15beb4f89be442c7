import { afterEach, expect, test, vi } from 'vitest';
import { domainOf } from '../../../contract/text/email.ts';
import { MAIL_REASONS, MAIL_STEPS } from '../../../contract/verification/verification.rules.ts';
import { guestLater } from '../../../messages/en.ts';
import { isLost, isSettled, sentToWords, usualWords } from './delivery-words.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('The domain follows the last @', () => {
  expect(domainOf('"a@b"@example.com')).toBe('example.com');
});

test('Some steps are final', () => {
  expect(MAIL_STEPS.filter(isSettled)).toEqual(['sent', 'refused', 'bounced', 'expired']);
  expect(MAIL_STEPS.filter(isLost)).toEqual(['refused', 'bounced']);
  expect([isSettled(undefined), isLost(undefined)]).toEqual([false, false]);
});

test.for(MAIL_REASONS)('A guest whose email is lost (%s) reads what to do', (reason) => {
  expect(guestLater.undelivered.reasons[reason]).toMatch(/Check the|another address/);
});

test.for([
  [1, '1 second'],
  [8, '8 seconds'],
  [22, '20 seconds'],
  [43, '45 seconds'],
  [55, 'a minute'],
  [89, 'a minute'],
  [130, '2 minutes'],
] as const)('An email that takes %i s usually takes about %s', ([seconds, words]) => {
  expect(usualWords(guestLater.usual, seconds)).toBe(`Email to <domain/> usually takes about ${words} today.`);
});

test.for(['en', 'de', 'ar'])('A guest who reads %s sees when the code was sent on a 24-hour clock', (lang) => {
  vi.stubGlobal('document', { documentElement: { lang } });
  const mail = { step: 'sent', since: new Date(2026, 0, 1, 15, 4).toISOString(), reason: null } as const;
  expect(sentToWords(guestLater.sentTo, mail)).toBe('We sent a code at 15:04 to <email/>');
});

test.for([
  ['sending', "We're sending a code to <email/>"],
  ['delayed', "We're sending a code to <email/>"],
  ['refused', 'You entered <email/>'],
  ['bounced', 'You entered <email/>'],
  ['expired', 'You entered <email/>'],
] as const)('A guest whose code was not sent (%s) reads "%s"', ([step, words]) => {
  expect(sentToWords(guestLater.sentTo, { step, since: new Date().toISOString(), reason: null })).toBe(words);
});
