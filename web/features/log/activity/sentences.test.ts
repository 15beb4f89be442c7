import { expect, test } from 'vitest';
import { HELP_WORDS, type HelpStep } from '../../../../contract/guests/help.rules.ts';
import type { MessageKind } from '../../../../contract/guests/messages.rules.ts';
import {
  ACTIONS,
  type Action,
  actorName,
  type ChangeKind,
  type FailureReason,
} from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { ACCOUNT_DETAILS } from '../../../../contract/users/account-details.rules.ts';
import { relatedLinks } from '../audit/related-links.ts';
import { aboutPath, actorPath, entryLinks } from './entry-links.ts';
import { sentenceParts, sentenceText } from './sentences.ts';

type Details = ActivityEntry['details'];

const HUGO = { userId: '7', name: 'Hugo Jensen', isFormer: false };
const GUEST = { guestIp: '203.0.113.7' };

const entry = (more: Partial<ActivityEntry>): ActivityEntry => ({
  id: '1',
  userId: '3',
  userName: 'Ann',
  formerName: null,
  about: null,
  guestId: null,
  guest: null,
  action: 'login',
  page: null,
  ipAddress: '203.0.113.7',
  location: 'Unknown',
  device: 'Chrome on Linux',
  userAgent: 'x',
  details: null,
  createdAt: '2026-11-16T10:00:00.000Z',
  ...more,
});

const byGuest = { userId: 'guest_203_0_113_7', userName: null };

type Row = [more: Partial<ActivityEntry> & { details?: Details }, sentence: string];

const toHugo = (details: Details, more: Partial<ActivityEntry> = {}) => ({ about: HUGO, details, ...more });
const toGuest = (details: Details, more: Partial<ActivityEntry> = {}) =>
  ({ action: 'admin_redirect', about: GUEST, details, ...more }) as const;
const exitUrl = { settings: { exitUrl: { from: 'https://a.example', to: 'https://b.example' } } };

/** Total: a kind that is missing here does not compile. */
const changes: Record<ChangeKind, Row[]> = {
  details: [[{}, 'Ann updated their details']],
  password: [[{}, 'Ann changed their password']],
  registered: [[{}, 'Ann registered']],
  'terms accepted': [[{ details: { version: 'v1' } }, 'Ann accepted the terms']],
  'security check passed': [[{}, 'Ann passed a security check']],
  'second factor added': [
    [{ details: { factor: 'passkey' } }, 'Ann added a passkey as a second factor'],
    [{ details: { factor: 'app' } }, 'Ann added an authenticator app as a second factor'],
    [{}, 'Ann added a second factor'],
  ],
  'second factor removed': [[{ details: { factor: 'app' } }, 'Ann removed an authenticator app as a second factor']],
  'passkey renamed': [[{}, 'Ann renamed a passkey']],
  'recovery codes made': [[{}, 'Ann created new recovery codes']],
  'sso linked': [[{ details: { provider: 'login.example' } }, 'Ann linked single sign-on at login.example']],
  'sso unlinked': [
    [{ details: { provider: 'login.example' } }, 'Ann unlinked single sign-on at login.example'],
    [{}, 'Ann unlinked single sign-on'],
  ],
  'own session ended': [
    [{ details: { device: 'Safari on iOS', location: 'Unknown' } }, 'Ann signed out on Safari on iOS'],
    [{}, 'Ann signed out on another device'],
  ],
  'other sessions ended': [[{ details: { sessions: 2 } }, 'Ann signed out everywhere else: 2 sessions']],
  'own e-mail': [[{ details: { from: 'a@example.com', to: 'b@example.com' } }, 'Ann changed their email address']],
  created: [
    [toHugo({}), 'Ann created the account of Hugo Jensen'],
    [toHugo({ role: 'user' }), 'Ann created the account of Hugo Jensen'],
    [toHugo({ role: 'admin' }), 'Ann created the account of Hugo Jensen with the role admin'],
  ],
  status: [
    [toHugo({ status: 'suspended' }), 'Ann suspended Hugo Jensen'],
    [toHugo({ status: 'active' }), 'Ann activated Hugo Jensen'],
    [toHugo({ status: 'needs_auth' }), 'Ann forced re-authentication of Hugo Jensen'],
    [toHugo({ status: 'toString' }), 'Ann changed the status of Hugo Jensen'],
    [
      { about: { ...HUGO, isFormer: true }, details: { status: 'active' } },
      'Ann activated Hugo Jensen (account deleted)',
    ],
  ],
  role: [
    [toHugo({ role: 'admin' }), 'Ann made Hugo Jensen an admin'],
    [toHugo({ role: 'user' }), 'Ann made Hugo Jensen a user'],
  ],
  deleted: [[{ about: { ...HUGO, isFormer: true } }, 'Ann deleted the account of Hugo Jensen']],
  'password reset': [[toHugo({}), 'Ann reset the password of Hugo Jensen']],
  'second factor reset': [[toHugo({}), 'Ann removed every second factor of Hugo Jensen']],
  'session ended': [[toHugo({}), 'Ann ended a session of Hugo Jensen']],
  'sessions ended': [[toHugo({}), 'Ann ended all sessions of Hugo Jensen']],
  'temporary password shown': [[toHugo({}), 'Ann viewed the temporary password of Hugo Jensen']],
  'users exported': [
    [{}, 'Ann exported the users'],
    [{ details: { search: 'mira' } }, 'Ann exported the users: “mira”'],
  ],
  'activity exported': [[{ details: { filter: 'failed' } }, 'Ann exported the activity log']],
  'audit exported': [[{ details: { person: 'command_line' } }, 'Ann exported the audit trail']],
  'verified exported': [
    [{}, 'Ann exported the verified addresses'],
    [{ details: { search: 'a…a@gmail.com' } }, 'Ann exported the verified addresses: “a…a@gmail.com”'],
  ],
  'import checked': [
    [{ details: { accounts: 3, problems: 1 } }, 'Ann checked a file of 3 users, and 1 line with problems'],
  ],
  'users imported': [[{ details: { accounts: 1, problems: 0 } }, 'Ann imported 1 user']],
  settings: [
    [{ details: exitUrl }, 'Ann changed the exit URL'],
    [{ details: { settings: 'exitMessage, exitUrl' } }, 'Ann changed the exit message and the exit URL'],
    [{ details: { settings: { a: 'changed', b: 'changed', c: 'changed', d: 'changed' } } }, 'Ann changed 4 settings'],
    [{}, 'Ann changed the settings'],
  ],
  edited: [
    [
      toHugo({ changed: { email: { from: '', to: 'h@a.example' } } }),
      `Ann changed ${ACCOUNT_DETAILS.email.inSentence} of Hugo Jensen`,
    ],
    [
      toHugo({ changed: { firstName: { from: 'Hu', to: 'Hugo' }, lastName: { from: '', to: 'Jensen' } } }),
      'Ann changed the first name and the last name of Hugo Jensen',
    ],
    [toHugo({}), 'Ann edited the account of Hugo Jensen'],
  ],
  'bulk started': [
    [{ details: { job: '1', action: 'status', value: 'suspended' } }, 'Ann started to suspend all users'],
    [
      {
        details: { job: '1', action: 'status', value: 'needs_auth', standing: 'offline', ofRole: 'user', search: 'mi' },
      },
      'Ann started to force re-authentication of all offline users with the role user: “mi”',
    ],
    [{ details: { job: '1', action: 'role', value: 'admin' } }, 'Ann started to give the role admin to all users'],
    [{ details: { job: '1', action: 'delete' } }, 'Ann started to delete all users'],
  ],
  'bulk ended': [
    [{ details: { job: '1', state: 'done', accounts: 1200 } }, 'A bulk action by Ann finished: 1,200 accounts'],
    [{ details: { job: '1', state: 'stopped', accounts: 1 } }, 'Ann stopped a bulk action after 1 account'],
    [{ details: { job: '1', state: 'failed', accounts: 0 } }, 'A bulk action by Ann failed after 0 accounts'],
  ],
  'redirect done': [
    [{ action: 'admin_redirect', page: '/terms-agreement', details: {} }, 'Ann completed Terms Agreement'],
  ],
  'person searched': [[{ details: { person: 'm…a@gmail.com' } }, 'Ann searched for everything about m…a@gmail.com']],
  'person downloaded': [[{ details: { person: 'm…a@gmail.com' } }, 'Ann downloaded everything about m…a@gmail.com']],
  'person erased': [
    [{ details: { person: 'erased-0123456789ab' } }, 'Ann erased the person who is now erased-0123456789ab'],
  ],
  'hold set': [[{ details: { person: 'm…a@gmail.com', until: '' } }, 'Ann set a legal hold on m…a@gmail.com']],
  'hold ended': [[{ details: { person: 'm…a@gmail.com' } }, 'Ann ended the legal hold on m…a@gmail.com']],
  'webhook resent': [
    [{ details: { delivery: '1', email: 'm…a@gmail.com' } }, 'Ann resent the result for m…a@gmail.com to the webhook'],
    [{ details: { delivery: '1', type: 'user.created' } }, 'Ann resent the event user.created to the webhook'],
  ],
  'setting proposed': [[{ details: exitUrl }, 'Ann proposed a change to the exit URL']],
  'setting withdrawn': [[{ details: exitUrl }, 'Ann withdrew the proposed change to the exit URL']],
  'setting lapsed': [[{ details: exitUrl }, 'The change to the exit URL proposed by Ann was dropped']],
  'setting confirmed': [
    [{ details: { ...exitUrl, proposedBy: 'bob' } }, 'Ann confirmed the change to the exit URL proposed by bob'],
  ],
  'setting in force': [[{ details: exitUrl }, 'The change to the exit URL proposed by Ann took effect']],
  'api key made': [[{ details: { key: 'crm' } }, 'Ann made the API key crm']],
  'api key confirmed': [[toHugo({ key: 'crm' }), 'Ann confirmed the API key crm of Hugo Jensen']],
  'api key ended': [
    [toHugo({ key: 'crm' }), 'Ann ended the API key crm of Hugo Jensen'],
    [toHugo({ key: 'crm' }, { apiKey: 'sync' }), 'Ann with the API key sync ended the API key crm of Hugo Jensen'],
  ],
  'guest log deleted': [[{ details: { entries: 1200 } }, 'Ann deleted 1,200 entries from the guest log']],
  prompt: [
    [toGuest({ prompt: 'code', text: 'The code, please' }), 'Ann prompted Guest (203.0.113.7): “The code, please”'],
  ],
  redirect: [
    [toHugo({}, { action: 'admin_redirect', page: '/security-check' }), 'Ann redirected Hugo Jensen to Security Check'],
    [
      toGuest({ reason: 'lost' }, { page: '/user/verify-code' }),
      'Ann redirected Guest (203.0.113.7) to Verify Code Page: “lost”',
    ],
  ],
  exit: [[toGuest({ address: 'https://a.example' }), 'Ann sent Guest (203.0.113.7) to the exit https://a.example']],
  'redirect removed': [
    [
      toHugo({}, { action: 'admin_redirect', page: '/security-check' }),
      'Ann removed the redirect of Hugo Jensen to Security Check',
    ],
  ],
  resend: [[toGuest({}), 'Ann sent Guest (203.0.113.7) a new code']],
  claimed: [[toGuest({}), 'Ann started helping Guest (203.0.113.7)']],
  released: [[toGuest({}), 'Ann stopped helping Guest (203.0.113.7)']],
  'stepped in': [[toGuest({ helper: 'bob' }), 'Ann took over helping Guest (203.0.113.7) from bob']],
};

test.for(Object.entries(changes).flatMap(([change, rows]) => rows.map((row) => [change, ...row] as const)))(
  '%s: %o reads "%s"',
  ([change, more, sentence]) => {
    const details = { change, ...more.details };
    expect(sentenceText(entry({ action: 'profile_update', ...more, details }))).toBe(sentence);
  },
);

const failures: Record<FailureReason, string> = {
  'unknown username': 'Ann tried to sign in with an unknown username',
  'wrong password': 'Ann tried to sign in with a wrong password',
  suspended: 'Ann tried to sign in with a suspended account',
  'temporary password ended': 'Ann tried to sign in with an expired temporary password',
  'single sign-on failed': 'Ann tried to sign in with single sign-on, which failed',
  'single sign-on not linked': "Ann tried to sign in with single sign-on that isn't linked to an account",
  'single sign-on without second factor': 'Ann tried to sign in with single sign-on without a second factor',
  'wrong password at the security check': 'Ann entered a wrong password at the security check',
  'wrong password at the change of it': 'Ann entered a wrong password when changing it',
  'wrong password at a proof': "Ann entered a wrong password when asked to confirm it's them",
  'wrong second factor': 'Ann tried to sign in with a wrong second factor',
  'wrong second factor at a proof': "Ann entered a wrong second factor when asked to confirm it's them",
  'wrong passkey': 'Ann tried to sign in with a rejected passkey',
  'unknown passkey': 'Ann tried to sign in with an unknown passkey',
  'copied passkey': 'Ann used a passkey that may have been copied',
};

test.for(Object.entries(failures))('A failed sign-in because of %s', ([reason, sentence]) => {
  expect(sentenceText(entry({ action: 'failed_login', details: { reason } }))).toBe(sentence);
});

const help: Record<HelpStep, string> = {
  asked: `Guest (203.0.113.7) asked for help: “${HELP_WORDS.no_mail}”`,
  withdrawn: 'Guest (203.0.113.7) no longer needs help',
  halted: 'Guest (203.0.113.7) said someone told them to come here',
  'went on': 'Guest (203.0.113.7) chose to go on',
};

test.for(Object.entries(help))('The sentence about help: %s', ([step, sentence]) => {
  const details = { help: step, reason: 'no_mail' };
  expect(sentenceText(entry({ ...byGuest, action: 'help', details }))).toBe(sentence);
});

const received: Record<MessageKind, [details: Record<string, string>, sentence: string][]> = {
  prompt: [
    [{ state: 'seen', text: 'Your address' }, 'was shown the prompt: “Your address”'],
    [{ state: 'delivered', text: 'The code' }, 'was sent the prompt: “The code”'],
  ],
  redirect: [
    [{ state: 'delivered' }, 'was redirected to Verify Code Page'],
    [{ state: 'delivered', by: 'ann', reason: 'lost' }, 'was redirected to Verify Code Page by ann: “lost”'],
    [{ state: 'seen' }, 'arrived at Verify Code Page'],
  ],
  exit: [
    [{ state: 'delivered', address: 'https://a.example' }, 'was sent to the exit https://a.example'],
    [{ state: 'seen', address: 'https://a.example' }, 'left for https://a.example'],
    [{ state: 'declined', address: 'https://a.example' }, 'chose to stay instead of leaving for https://a.example'],
  ],
  resend: [[{ state: 'delivered' }, 'was sent a new code']],
};

const got = (details: Record<string, string>) =>
  sentenceText(entry({ ...byGuest, action: 'redirect', page: '/user/verify-code', details }));

test.for(Object.entries(received).flatMap(([kind, rows]) => rows.map((row) => [kind, ...row] as const)))(
  'The sentence about a message: %s, %o',
  ([kind, details, sentence]) => expect(got({ kind, ...details })).toBe(`Guest (203.0.113.7) ${sentence}`),
);

test.for([
  ['email-prompt', 'was shown the prompt: “Your address”'],
  ['move', 'arrived at Verify Code Page'],
  ['exit', 'left for the exit'],
] as const)('An entry of version 0.2: %s', ([what, sentence]) => {
  expect(got({ what, state: 'seen', text: 'Your address' })).toBe(`Guest (203.0.113.7) ${sentence}`);
});

const actions: Record<Action, string> = {
  login: 'Ann signed in',
  logout: 'Ann signed out',
  page_view: 'Ann viewed the Email Entry Page',
  profile_update: 'Ann made a change',
  failed_login: 'Ann failed to sign in',
  redirect: 'Ann was redirected to Email Entry Page',
  admin_redirect: 'Ann redirected Unknown User to Email Entry Page',
  email_entry: 'Ann entered the address a…@b.example',
  code_entry: 'Ann entered a code',
  code_success: 'Ann confirmed the address a…@b.example',
  code_failed: 'Ann entered a wrong code',
  help: 'Ann asked for help',
};

test.for(ACTIONS)('%s, without more details', (action) => {
  const details = { email: 'a…@b.example' };
  expect(sentenceText(entry({ action, page: 'Email Entry Page', details }))).toBe(actions[action]);
});

test.for<Row>([
  // From a newer server.
  [{ action: 'profile_update', details: { change: 'merged' } }, 'Ann made a change (merged)'],
  [
    { action: 'profile_update', ...toHugo({ change: 'constructor' }) },
    'Ann made a change (constructor) of Hugo Jensen',
  ],
  [{ action: 'account_merged' as Action }, 'Ann: account merged'],
  // From older versions.
  [{ action: 'profile_update', details: { changed: 'password' } }, 'Ann changed their password'],
  [toGuest({ prompt: 'code', guest: '203.0.113.7' }), 'Ann prompted Guest (203.0.113.7)'],
  [
    toGuest({ guest: '203.0.113.7' }, { page: '/user/email-entry' }),
    'Ann redirected Guest (203.0.113.7) to Email Entry Page',
  ],
  [toGuest({ change: 'removed' }), 'Ann removed the redirect of Guest (203.0.113.7) to another page'],
])('%o reads "%s"', ([more, sentence]) => {
  expect(sentenceText(entry(more))).toBe(sentence);
});

test.for([
  ['7', 'Mira Kolb', null, 'Mira Kolb'],
  ['7', null, null, 'Unknown User'],
  ['7', null, 'Hugo Jensen', 'Hugo Jensen (account deleted)'],
  [null, null, null, 'Unknown User'],
  ['guest_203_0_113_7', null, null, 'Guest (203.0.113.7)'],
  ['guest_2001:db8::7', null, null, 'Guest (2001:db8::7)'],
  ['command_line', null, null, 'Command line'],
] as const)('%s with the name %s or formerly %s is "%s"', ([userId, userName, formerName, words]) => {
  expect(actorName({ userId, userName, formerName })).toBe(words);
});

const MARK = { tag: 'K7QM', email: 'm•••@e•••.com' };
test.for([
  [{ ...byGuest, action: 'code_entry', guest: MARK }, 'Guest K7QM m•••@e•••.com (203.0.113.7) entered a code'],
  [{ ...byGuest, action: 'code_entry', guest: { ...MARK, email: null } }, 'Guest K7QM (203.0.113.7) entered a code'],
  [toGuest({ change: 'resend' }, { guest: MARK }), 'Ann sent Guest K7QM m•••@e•••.com (203.0.113.7) a new code'],
] satisfies Row[])('guests of one address are told apart: %j', ([more, sentence]) => {
  expect(sentenceText(entry(more))).toBe(sentence);
});

test('Beside the email a guest has a short name, and the guest of another person the whole one', () => {
  const own = entry({ ...byGuest, action: 'code_entry', guest: MARK });
  expect(sentenceText(own, true)).toBe('Guest K7QM (203.0.113.7) entered a code');
  const byAnn = entry(toGuest({ change: 'resend' }, { guest: MARK }));
  expect(sentenceText(byAnn, true)).toBe('Ann sent Guest K7QM m•••@e•••.com (203.0.113.7) a new code');
});

test('An erased person is named by a pseudonym, without links', () => {
  const erased = { userId: 'erased-abcdefgh', name: 'Erased person abcdefgh', isFormer: true };
  const done = entry({ action: 'profile_update', about: erased, details: { change: 'deleted' } });
  expect(sentenceText(done)).toBe('Ann deleted the account of Erased person abcdefgh');
  const suspended = { ...done, details: { change: 'status', status: 'suspended' } };
  expect(sentenceText(suspended)).toBe('Ann suspended Erased person abcdefgh');
  const shown = entry({ userId: erased.userId, userName: null, ipAddress: '' });
  expect([actorName(shown), actorPath(shown), entryLinks(shown)]).toEqual([erased.name, null, []]);
  expect(relatedLinks(suspended).map(({ label }) => label)).toContain('Everything about this person');
});

test('Typed text stays apart from our own words', () => {
  const reason = 'x\u202e” signed\nin';
  const details = { change: 'redirect', reason };
  const parts = sentenceParts(entry({ action: 'admin_redirect', about: HUGO, page: '/security-check', details }));
  expect(parts).toEqual([
    { is: 'who' },
    ' redirected ',
    { is: 'whom' },
    ' to ',
    { is: 'given', text: 'Security Check' },
    { is: 'given', text: ': “x\\u202e” signed in”' },
  ]);
});

test.for<[more: Partial<ActivityEntry>, who: string | null, whom: string | null, subject: string | undefined]>([
  [{}, '/admin/users?user=3', null, 'View user'],
  [{ about: HUGO }, '/admin/users?user=3', '/admin/users?user=7', 'View user'],
  // Not the admin who did it.
  [{ about: { ...HUGO, isFormer: true } }, '/admin/users?user=3', null, undefined],
  [{ about: GUEST, guestId: 'g' }, '/admin/users?user=3', '/admin/guest-activity?guest=g', 'View guest'],
  [{ about: GUEST }, '/admin/users?user=3', null, undefined],
  [{ ...byGuest, guestId: 'g' }, '/admin/guest-activity?guest=g', null, 'View guest'],
  [{ ...byGuest }, null, null, undefined],
  [{ userName: null, formerName: 'Ann' }, null, null, undefined],
])('%o links the actor to %s, the subject to %s, and has %s', ([more, who, whom, subject]) => {
  const one = entry(more);
  expect([actorPath(one), aboutPath(one), entryLinks(one).map(({ label }) => label)]).toEqual([
    who,
    whom,
    [...(subject ? [subject] : []), 'Show everything from this IP address'],
  ]);
});
