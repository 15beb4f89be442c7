import { expect, test } from 'vitest';
import { domainOf } from '../../../contract/text/email.ts';
import { MAIL_REASONS, MAIL_STEPS } from '../../../contract/verification/verification.rules.ts';
import { guest } from '../../../messages/en.ts';
import { isLost, isSettled, usualWords } from './delivery-words.ts';

test('The domain follows the last @', () => {
  expect(domainOf('"a@b"@example.com')).toBe('example.com');
});

test('Some steps are final', () => {
  expect(MAIL_STEPS.filter(isSettled)).toEqual(['sent', 'refused', 'bounced', 'expired']);
  expect(MAIL_STEPS.filter(isLost)).toEqual(['refused', 'bounced']);
  expect([isSettled(undefined), isLost(undefined)]).toEqual([false, false]);
});

test.for(MAIL_REASONS)('A guest whose email is lost (%s) reads what to do', (reason) => {
  expect(guest.undelivered.reasons[reason]).toMatch(/Check the|another address/);
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
  expect(usualWords(guest.usual, seconds)).toBe(`Email to <domain/> usually takes about ${words} today.`);
});
