import { expect, test } from 'vitest';
import type { Guest } from '../../../../contract/guests/guests.ts';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import type { StuckReason } from '../../../../contract/guests/stuck.rules.ts';
import { guest } from '../../../../tests/support/sample-guest.ts';
import { describeRest, nextMessage } from './next-message.ts';

const SINCE = '2026-11-15T12:00:00.000Z';
const LATER = '2026-11-15T12:00:30.000Z';
const EARLIER = '2026-11-15T11:59:00.000Z';

const onCodePage: Partial<Guest> = { page: 'Verify Code Page', email: 'm•••@e•••.com', outcome: 'trying' };
const stuck = (reason: StuckReason) => ({ stuck: { reason, since: SINCE } });
const asked = (reason: HelpReason) => ({ ...stuck('asked_for_help'), help: { reason, since: SINCE } });
const message = (kind: 'resend' | 'redirect', at: string, state: 'sent' | 'withdrawn' = 'sent') => ({
  message: { kind, prompt: null, target: null, by: 'ann', at, state, stateAt: at },
});

test.for([
  ['nothing is the matter', {}, null],
  ['the mail failed', { ...onCodePage, ...stuck('mail_failed') }, 'entry-redirect'],
  ['the mail failed, on the email page', { ...stuck('mail_failed'), email: 'm' }, 'email-prompt'],
  [
    'the mail has just failed',
    { ...onCodePage, mail: { state: 'refused', error: null, at: SINCE, usualSeconds: null } },
    'entry-redirect',
  ],
  ['no code was tried', { ...onCodePage, ...stuck('no_code_tried') }, 'resend'],
  ['two codes were refused', { ...onCodePage, ...stuck('codes_refused') }, 'resend'],
  ['the code expired', { ...onCodePage, ...stuck('code_expired') }, 'resend'],
  ['the code expired, back on the email page', { ...stuck('code_expired'), email: 'm' }, 'resend'],
  ['slow on the email page', stuck('slow_step'), 'email-prompt'],
  ['slow on the code page', { ...onCodePage, ...stuck('slow_step') }, 'code-prompt'],
  ['got no mail', { ...onCodePage, ...asked('no_mail') }, 'resend'],
  ['got no mail without an address', asked('no_mail'), 'email-prompt'],
  ['gave a wrong address', { ...onCodePage, ...asked('wrong_address') }, 'entry-redirect'],
  ['gave a wrong address, on the email page', { ...asked('wrong_address'), email: 'm' }, 'email-prompt'],
  ['the code is refused', { ...onCodePage, ...asked('code_refused') }, 'resend'],
  ['verified', { ...onCodePage, outcome: 'verified' }, 'exit'],
  ['verified, on the first page', { outcome: 'verified', email: 'm' }, 'exit'],
  ['verified and left', { outcome: 'verified', presence: 'left' }, null],
  ['stuck and the connection is lost', { ...onCodePage, ...stuck('no_code_tried'), presence: 'gone' }, null],
  ['stuck and away', { ...onCodePage, ...stuck('no_code_tried'), presence: 'away' }, 'resend'],
  ['told to come', { ...onCodePage, ...asked('told_to_come'), halted: true }, null],
  ['a new code is under way', { ...onCodePage, ...stuck('no_code_tried'), ...message('resend', LATER) }, 'code-prompt'],
  [
    'a new code came with a reply',
    {
      ...onCodePage,
      ...asked('code_refused'),
      message: { ...message('resend', LATER).message, kind: 'prompt', prompt: 'new-code' },
    },
    null,
  ],
  [
    'that was for an older reason',
    { ...onCodePage, ...stuck('no_code_tried'), ...message('resend', EARLIER) },
    'resend',
  ],
  [
    'a redirect was withdrawn',
    { ...onCodePage, ...asked('wrong_address'), ...message('redirect', LATER, 'withdrawn') },
    'entry-redirect',
  ],
  ['a redirect is under way', { ...onCodePage, ...asked('wrong_address'), ...message('redirect', LATER) }, null],
] satisfies [string, Partial<Guest>, ReturnType<typeof nextMessage>][])('%s', ([, facts, step]) => {
  expect(nextMessage(guest(facts))).toBe(step);
});

test.for([
  [{}, 'Nothing is needed right now.'],
  [{ ...onCodePage, ...asked('wrong_address'), ...message('redirect', LATER) }, "It's up to the guest now."],
  [{ ...onCodePage, presence: 'gone' }, "The guest isn't here. What you send waits for them."],
] satisfies [Partial<Guest>, string][])('Without a next message: %j', ([facts, words]) => {
  expect(describeRest(guest(facts))).toBe(words);
});
