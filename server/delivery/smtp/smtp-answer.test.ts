import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailReason } from '../mail-step.ts';
import { describeAnswer } from './smtp-answer.ts';

test.for([
  ['550 5.1.1 <a@b.example>: User unknown', '550 5.1.1 The mailbox does not exist', 'no_mailbox'],
  ['552-5.2.2 Out of storage\n552-5.2.2 space', '552 5.2.2 The mailbox is full', 'mailbox_full'],
  ['550 sorry, no mailbox here (#5.1.1)', '550 5.1.1 The mailbox does not exist', 'no_mailbox'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; no', '550 5.1.10 The mailbox does not exist', 'no_mailbox'],
  ['5.0.0 550 No such person', '550 5.0.0 The email was rejected', 'other'],
  ['450 4.2.0 Greylisted', '450 4.2.0 The mail server asked to try again later', 'other'],
  ['554 rejected: 5.7.1.9 is on a list', '554 The email was rejected', 'other'],
  ['5.7.1', '5.7.1 The email was blocked', 'blocked'],
  ['Call +1 555 0100 and read out 493817', 'The email was rejected', 'other'],
  ['493817', 'The email was rejected', 'other'],
  ['5.493.817 no', 'The email was rejected', 'other'],
  ['', 'The email was rejected', 'other'],
] as const)('Of the answer "%s" staff read "%s"', ([said, words, reason]) => {
  expect(describeAnswer(said)).toBe(words);
  expect(mailReason(words)).toBe(reason);
});

test('No answer adds words to ours', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('', '550 ', '5.1.1 '),
      (text, before) => {
        expect(describeAnswer(before + text)).toMatch(/^(?:\d{3} )?(?:\d\.\d\.\d{1,3} )?(?:The|A) [A-Za-z\d ,]+$/);
      },
    ),
  );
});
