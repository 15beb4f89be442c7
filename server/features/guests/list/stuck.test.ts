import { expect, test } from 'vitest';
import { outcomeOf, type Verification } from '../../verification/facts.ts';
import { type StuckFacts, stuckOf } from './stuck.ts';

const NOW = 1_800_000_000_000;
const SECOND = 1_000;
const ago = (seconds: number) => NOW - seconds * SECOND;

const code = (more: Partial<Verification> = {}): Verification => ({
  email: 'm…a@gmail.com',
  domain: 'gmail.com',
  sentAt: ago(60),
  acceptedAt: ago(60),
  expiresAt: NOW + 240 * SECOND,
  tries: 0,
  triesLeft: 3,
  triedAt: null,
  isRefused: false,
  refusedTwiceAt: null,
  submittedAt: null,
  verifiedAt: null,
  ...more,
});
const mail = (state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired', seconds: number) => {
  const isDone = state !== 'queued' && state !== 'sending';
  const finished_at = isDone ? ago(seconds) : null;
  return { state, error: null, created_at: ago(seconds + 1), finished_at, bounced_at: null };
};
const refusedTwice = { tries: 2, triesLeft: 1, triedAt: ago(5), isRefused: true, refusedTwiceAt: ago(5) };
const expired = { sentAt: ago(310), expiresAt: ago(10) };
const help = (reason: 'no_mail' | 'told_to_come') => ({ reason, since: ago(7) });

const FINE: StuckFacts = { presence: 'here', pageSince: ago(30), verification: null, mail: null, help: null };

test.for<[string, Partial<StuckFacts>, [string, number] | null]>([
  ['has just come', {}, null],
  ['is on one step for almost three minutes', { pageSince: ago(179) }, null],
  ['is on one step for three minutes', { pageSince: ago(180) }, ['slow_step', 0]],
  ['is on one step for ten minutes', { pageSince: ago(600) }, ['slow_step', 420]],
  ['is on one step for long, and away', { pageSince: ago(200), presence: 'away' }, ['slow_step', 20]],
  ['was told to come here, and reads the warning', { pageSince: ago(600), help: help('told_to_come') }, null],
  ['was on one step for long, and has left', { pageSince: ago(600), presence: 'left' }, null],
  ['was on one step for long, and is gone', { pageSince: ago(600), presence: 'gone' }, null],
  ['waits for a mail that waits', { verification: code(), mail: mail('queued', 40) }, null],
  ['waits for a mail that is tried again', { verification: code(), mail: mail('sending', 200) }, null],
  ['has got the mail 89 seconds ago', { verification: code(), mail: mail('sent', 89) }, null],
  ['has got the mail 90 seconds ago', { verification: code(), mail: mail('sent', 90) }, ['no_code_tried', 0]],
  [
    'has got the mail two minutes ago, and looks for it elsewhere',
    { verification: code(), mail: mail('sent', 120), presence: 'away' },
    ['no_code_tried', 30],
  ],
  [
    'has tried a code',
    { verification: code({ tries: 1, triesLeft: 2, isRefused: true }), mail: mail('sent', 120) },
    null,
  ],
  ['has a mail that was refused', { verification: code(), mail: mail('failed', 4) }, ['mail_failed', 4]],
  [
    'has a mail that came back',
    { verification: code(), mail: { ...mail('sent', 60), bounced_at: ago(3) } },
    ['mail_failed', 3],
  ],
  ['has a mail that came too late', { verification: code(), mail: mail('expired', 4) }, ['mail_failed', 4]],
  ['has had two codes refused', { verification: code(refusedTwice), mail: mail('sent', 60) }, ['codes_refused', 5]],
  ['has a code that expired', { verification: code({ ...expired, tries: 1 }) }, ['code_expired', 10]],
  [
    'entered a code in the last second, and is shown that it is processed',
    { verification: code({ ...expired, tries: 1, submittedAt: ago(12) }), pageSince: ago(300) },
    null,
  ],
  [
    'was shown for 15 seconds that a code is processed',
    { verification: code({ ...expired, tries: 1, submittedAt: ago(15) }), pageSince: ago(300) },
    ['code_expired', 10],
  ],
  ['asks for help', { help: help('no_mail') }, ['asked_for_help', 7]],
  ['was told to come here', { help: help('told_to_come') }, null],
  [
    'has every reason',
    {
      help: help('no_mail'),
      mail: mail('failed', 4),
      verification: code({ ...refusedTwice, ...expired }),
      pageSince: ago(600),
    },
    ['asked_for_help', 7],
  ],
  [
    'has a mail that was refused, and a code that expired',
    { mail: mail('failed', 300), verification: code(expired), pageSince: ago(600) },
    ['mail_failed', 300],
  ],
  [
    'has had two codes refused, and the last one expired',
    { verification: code({ ...refusedTwice, ...expired }), pageSince: ago(600) },
    ['codes_refused', 5],
  ],
  [
    'is verified, whatever came before',
    {
      help: help('no_mail'),
      mail: mail('failed', 4),
      verification: code({ ...refusedTwice, ...expired, verifiedAt: ago(2) }),
      pageSince: ago(600),
    },
    null,
  ],
])('The stuck reason of a guest who %s', ([, facts, expected]) => {
  const stuck = stuckOf({ ...FINE, ...facts }, NOW);
  expect(stuck && [stuck.reason, (NOW - stuck.since) / SECOND]).toEqual(expected);
});

test.for<[string, Verification | null, string, number | null]>([
  ['asked for no code', null, 'none', null],
  ['has a code', code(), 'trying', 60],
  ['has entered one that is being checked', code({ tries: 1, submittedAt: ago(1) }), 'trying', 60],
  ['has entered a wrong one', code({ tries: 1, triedAt: ago(3), isRefused: true }), 'refused', 3],
  ['has one that expired', code(expired), 'expired', 10],
  ['has one that expired after a wrong one', code({ ...expired, triedAt: ago(30), isRefused: true }), 'expired', 10],
  ['entered one just before it expired', code({ ...expired, submittedAt: ago(11) }), 'trying', 310],
  ['has entered the right one', code({ verifiedAt: ago(4) }), 'verified', 4],
  ['has entered the right one in time', code({ ...expired, verifiedAt: ago(40) }), 'verified', 40],
])('The outcome of a guest who %s', ([, verification, outcome, seconds]) => {
  const found = outcomeOf(verification, NOW);
  expect([found.outcome, found.at === null ? null : (NOW - found.at) / SECOND]).toEqual([outcome, seconds]);
});
