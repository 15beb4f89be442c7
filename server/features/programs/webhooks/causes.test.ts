import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../../../contract/programs/webhooks.rules.ts';
import type { Entry } from '../../log/activity/activity.ts';
import { ACTIONS, type Caused, CHANGES, causedBy } from './causes.ts';

const visitor = { ipAddress: '192.0.2.7', location: 'Unknown', device: 'Unknown', userAgent: '' };
const by = { userId: 'by', staff: 'ann', visitor, at: 0, guestId: 'guest' };
const account = {
  id: 'user',
  username: 'mira',
  email: null,
  first_name: null,
  last_name: null,
  role: 'user',
  status: 'active',
} as const;

/** Fields of every kind of entry, so that each cause finds its own. */
const ANY = {
  user: 'user',
  username: 'mira',
  changed: {},
  settings: {},
  help: 'asked',
  reason: 'no_mail',
  way: 'passkey',
};

const typeOf = (caused: Caused | null): EventType | null => {
  if (caused === null) return null;
  return 'account' in caused ? caused.of(account).type : caused.type;
};

const event = (action: string, details: object) => typeOf(causedBy({ ...by, action, details } as unknown as Entry));

/** Which entries of the log cause which event; all others cause none. */
const CAUSED: Record<string, EventType> = {
  created: 'user.created',
  registered: 'user.created',
  details: 'user.changed',
  password: 'user.changed',
  'own e-mail': 'user.changed',
  'second factor added': 'user.changed',
  'second factor removed': 'user.changed',
  'sso linked': 'user.changed',
  'sso unlinked': 'user.changed',
  status: 'user.changed',
  role: 'user.changed',
  edited: 'user.changed',
  'password reset': 'user.changed',
  'second factor reset': 'user.changed',
  deleted: 'user.deleted',
  settings: 'settings.changed',
  'setting proposed': 'settings.changed',
  'setting confirmed': 'settings.changed',
  'setting withdrawn': 'settings.changed',
  'setting lapsed': 'settings.changed',
  'setting in force': 'settings.changed',
  claimed: 'guest.needs_help',
  released: 'guest.needs_help',
  'stepped in': 'guest.needs_help',
};

test.for(Object.keys(CHANGES))('The change "%s" causes its event, or none', (change) => {
  expect(event('profile_update', { ...ANY, change })).toBe(CAUSED[change] ?? null);
});

const CAUSED_BY_ACTION: Record<string, EventType> = {
  login: 'staff.signed_in',
  help: 'guest.needs_help',
  code_success: 'guest.verified',
};

test.for(Object.keys(ACTIONS))('The action "%s" causes its event, or none', (action) => {
  expect(event(action, ANY)).toBe(CAUSED_BY_ACTION[action] ?? null);
});

test('Users who sign in cause no event', () => {
  const { staff: _, ...user } = by;
  expect(causedBy({ ...user, action: 'login', details: { way: 'password' } })).toBeNull();
});

test.for(EVENT_TYPES)('The page for developers has a line for %s', (type) => {
  const page = readFileSync(new URL('../../../../docs/EVENTS.md', import.meta.url), 'utf8');
  expect(page).toContain(`| \`${type}\` |`);
});
