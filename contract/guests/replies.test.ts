import { expect, test } from 'vitest';
import { guest } from '../../messages/en.ts';
import { HELP_REASONS, HELP_WORDS } from './help.rules.ts';
import { PROMPT_KINDS, REPLIES, whyBlocked } from './messages.rules.ts';
import { repliesFor } from './replies.rules.ts';

test('guests choose from exactly four sentences', () => {
  expect(HELP_REASONS.map((reason) => HELP_WORDS[reason])).toEqual([
    "I didn't get the email",
    'My address is wrong',
    "My code isn't accepted",
    'Somebody told me to come here',
  ]);
});

test('staff reply with exactly three sentences, which are prompts', () => {
  expect(REPLIES).toEqual({
    'check-spam': 'Please check your spam folder',
    'new-code': "We've just sent you a new code",
    'check-address': 'Please check your email address',
  });
  expect(PROMPT_KINDS).toEqual(['email', 'code', ...Object.keys(REPLIES)]);
});

test('staff read the sentence that the guest chose', () => {
  expect(HELP_WORDS).toEqual(guest.help.reasons);
});

const asked = (reason: (typeof HELP_REASONS)[number]) =>
  ({ help: { reason }, stuck: { reason: 'asked_for_help' } }) as const;

test.for([
  ['no email', asked('no_mail'), ['check-spam', 'new-code', 'check-address']],
  ['a wrong address', asked('wrong_address'), ['check-address', 'check-spam', 'new-code']],
  ['a code that is not accepted', asked('code_refused'), ['new-code', 'check-spam', 'check-address']],
  ['a rejected email', { help: null, stuck: { reason: 'mail_failed' } }, ['check-address', 'check-spam', 'new-code']],
  ['nothing', { help: null, stuck: null }, ['check-spam', 'new-code', 'check-address']],
] as const)('the replies that fit come first: %s', ([, guest, replies]) => {
  expect(repliesFor(guest)).toEqual(replies);
});

const onPage = { page: 'Verify Code Page', email: 'm•••@e•••.com', outcome: 'trying', halted: false } as const;

test.for([
  ['check-spam-prompt', {}, null],
  ['check-spam-prompt', { email: null }, 'The guest has not entered an email address yet'],
  ['new-code-prompt', { email: null }, 'The guest has not entered an email address yet'],
  ['check-address-prompt', { email: null, page: 'Email Entry Page' }, null],
  ['check-address-prompt', { outcome: 'verified' }, 'The guest is already verified'],
  ['new-code-prompt', { outcome: 'verified' }, 'The guest is already verified'],
] as const)('%s with %j: %s', ([message, facts, why]) => {
  expect(whyBlocked(message, { ...onPage, ...facts })).toBe(why);
});
