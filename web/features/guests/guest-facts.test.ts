import { expect, test } from 'vitest';
import { guestName } from '../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../../contract/guests/help.rules.ts';
import { guest } from '../../../tests/support/sample-guest.ts';
import { describeCode, describeMail, describePresence, describeStuck } from './guest-facts.ts';

const NOW = Date.parse('2026-11-15T12:10:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const sent: Partial<Guest> = { mail: { state: 'sent', error: null, at: at(-100), usualSeconds: null } };

test.for([
  [guest(), 'Guest K7QM (192.0.2.7)'],
  [guest({ email: 'm•••@e•••.com' }), 'Guest K7QM m•••@e•••.com (192.0.2.7)'],
  [{ ipAddress: '192.0.2.7' }, 'Guest (192.0.2.7)'],
] as const)('a guest is named by tag, masked email and IP address, as far as known: %j', ([known, name]) => {
  expect(guestName(known)).toBe(name);
});

test.for([
  [{ presence: 'here' }, 'Here'],
  [{ presence: 'away' }, 'Away for 2 min'],
  [{ presence: 'away', ...sent }, 'Away for 2 min, probably looking for the email'],
  [{ presence: 'away', ...sent, outcome: 'verified' }, 'Away for 2 min'],
  [{ presence: 'left' }, 'Left 2 min ago'],
  [{ presence: 'gone' }, 'Connection lost 2 min ago'],
] as const)('The presence of %j', ([facts, words]) => {
  expect(describePresence(guest({ ...facts, presenceSince: at(-130) }), NOW)).toBe(words);
});

test.for([
  [{}, undefined, 'neutral'],
  [{ code: { state: 'running', expiresAt: at(130), triesLeft: 3 } }, '2:10 left', 'success'],
  [{ code: { state: 'running', expiresAt: at(9.5), triesLeft: 1 } }, '0:10 left, 1 try left', 'success'],
  [{ code: { state: 'dead', expiresAt: at(130), triesLeft: 0 } }, 'no tries left', 'neutral'],
  [{ code: { state: 'waiting', expiresAt: null, triesLeft: 3 } }, 'timer not started', 'neutral'],
  [{ code: { state: 'running', expiresAt: null, triesLeft: 1 } }, 'being checked, 1 try left', 'success'],
  [{ code: { state: 'running', expiresAt: at(0), triesLeft: 3 } }, 'expired', 'neutral'],
  [{ code: { state: 'running', expiresAt: at(-3600), triesLeft: 1 } }, 'expired', 'neutral'],
  [{ code: { state: 'running', expiresAt: at(-3600), triesLeft: 2 }, outcome: 'verified' }, 'accepted', 'success'],
] as const)('Of the code %j is left: %s, and the email is %s', ([facts, left, mailTone]) => {
  expect(describeCode(guest(facts), NOW)?.text).toBe(left);
  expect(describeMail(guest({ ...sent, ...facts }), NOW)).toMatchObject({ text: 'Email sent', tone: mailTone });
});

test.for([
  [null, 'No code emailed yet', 'neutral'],
  ['sending', 'Sending email', 'neutral'],
  ['delayed', 'Email delayed', 'warning'],
  ['refused', 'Email rejected', 'danger'],
  ['bounced', 'Email bounced', 'danger'],
  ['expired', 'Email expired', 'warning'],
] as const)('An email that is %s', ([state, text, tone]) => {
  const facts = guest({ code: { state: 'running', expiresAt: at(100), triesLeft: 3 } });
  const mail = state && { state, error: null, at: at(-5), usualSeconds: null };
  expect(describeMail({ ...facts, mail }, NOW)).toMatchObject({ text, tone });
});

test.for([
  [{}, null],
  [{ stuck: { reason: 'no_code_tried', since: at(-5) } }, 'Email sent, no code entered'],
  [
    { stuck: { reason: 'asked_for_help', since: at(-5) }, help: { reason: 'no_mail', since: at(-5) } },
    `Asked for help: ${HELP_WORDS.no_mail}`,
  ],
  [{ help: { reason: 'no_mail', since: at(-5) } }, null],
] as const)('The reason for being stuck: %j', ([facts, words]) => {
  expect(describeStuck(guest(facts))).toBe(words);
});
