import type { HelpStep } from '../../../../contract/guests/help.rules.ts';
import type { Action, Activity, Change, ChangeKind } from '../../../../contract/log/activity.rules.ts';
import type { ChangedPart, EventAccount, EventData } from '../../../../contract/programs/events.ts';
import type { AccountDetail } from '../../../../contract/users/account-details.rules.ts';
import { iso } from '../../../clock.ts';
import type { UserRow } from '../../../db/tables.ts';
import type { Entry } from '../../log/activity/activity.ts';
import type { Emitted } from './emit.ts';

/** Either complete, or made from the account's row at the end of the transaction. */
export type Caused = Emitted | { readonly account: string; of(account: EventAccount): Emitted };

type Cause<Details> = (details: Details, entry: Entry) => Caused | null;

type ChangeOf<Kind extends ChangeKind> = Extract<Change, { change: Kind }>;

const idOf = ({ userId }: Entry) => userId ?? '';

const none = () => null;

const created = (id: string, by: string): Caused => ({
  account: id,
  of: (account) => ({ type: 'user.created', person: id, data: { ...account, by } }),
});

const changed = (id: string, parts: readonly ChangedPart[], by: string): Caused => ({
  account: id,
  of: (account) => ({ type: 'user.changed', person: id, data: { ...account, changed: [...parts], by } }),
});

const changes =
  (...parts: readonly ChangedPart[]) =>
  ({ user }: { user: string }, entry: Entry) =>
    changed(user, parts, idOf(entry));

const ownChange =
  (...parts: readonly ChangedPart[]) =>
  (_: unknown, entry: Entry) =>
    changed(idOf(entry), parts, idOf(entry));

const PART_OF: Record<AccountDetail, ChangedPart> = { email: 'email', firstName: 'first_name', lastName: 'last_name' };

const settings =
  (step: EventData<'settings.changed'>['step']) =>
  ({ settings }: { settings: object }, entry: Entry): Emitted => ({
    type: 'settings.changed',
    person: null,
    data: { step, settings: Object.keys(settings), by: idOf(entry) },
  });

const help = (entry: Entry, data: Pick<EventData<'guest.needs_help'>, 'step' | 'reason' | 'by'>): Emitted | null =>
  entry.guestId === undefined
    ? null
    : { type: 'guest.needs_help', person: entry.guestId, data: { guest: entry.guestId, ...data } };

const helper = (step: EventData<'guest.needs_help'>['step']) => (_: unknown, entry: Entry) =>
  help(entry, { step, reason: null, by: idOf(entry) });

const HELP_STEP: Record<HelpStep, EventData<'guest.needs_help'>['step']> = {
  asked: 'asked',
  withdrawn: 'withdrawn',
  halted: 'halted',
  'went on': 'went_on',
};

/** Total: a new kind of entry must say which event it causes, or `none`. */
export const CHANGES: { readonly [Kind in ChangeKind]: Cause<ChangeOf<Kind>> } = {
  created: ({ user }, entry) => created(user, idOf(entry)),
  registered: (_, entry) => created(idOf(entry), idOf(entry)),
  details: ownChange('profile'),
  password: ownChange('password'),
  'own e-mail': ownChange('email'),
  'second factor added': ownChange('second_factor'),
  'second factor removed': ownChange('second_factor'),
  'sso linked': ownChange('single_sign_on'),
  'sso unlinked': ownChange('single_sign_on'),
  status: changes('status'),
  role: changes('role'),
  edited: ({ user, changed: details }, entry) =>
    changed(
      user,
      (Object.keys(details) as AccountDetail[]).map((name) => PART_OF[name]),
      idOf(entry),
    ),
  'password reset': ({ user, status }, entry) =>
    changed(user, status === undefined ? ['password'] : ['password', 'status'], idOf(entry)),
  'second factor reset': changes('second_factor'),
  deleted: ({ user, username }, entry) => ({
    type: 'user.deleted',
    person: user,
    data: { id: user, username, by: idOf(entry) },
  }),

  settings: settings('changed'),
  'setting proposed': settings('proposed'),
  'setting confirmed': settings('confirmed'),
  'setting withdrawn': settings('withdrawn'),
  'setting lapsed': settings('lapsed'),
  'setting in force': settings('in_force'),

  claimed: helper('assigned'),
  released: helper('released'),
  'stepped in': helper('taken_over'),

  // Each account has its own event.
  'users imported': none,
  'bulk started': none,
  'bulk ended': none,

  // Other programs don't keep any of this.
  'terms accepted': none,
  'security check passed': none,
  'passkey renamed': none,
  'recovery codes made': none,
  'own session ended': none,
  'other sessions ended': none,
  'session ended': none,
  'sessions ended': none,
  'temporary password shown': none,

  // The erasure emits its event itself, with the pseudonym.
  'person erased': none,

  'api key made': none,
  'api key confirmed': none,
  'api key ended': none,

  // Staff read something, or sent a message to someone.
  'users exported': none,
  'activity exported': none,
  'audit exported': none,
  'verified exported': none,
  'import checked': none,
  'guest log deleted': none,
  'webhook resent': none,
  'person searched': none,
  'person downloaded': none,
  'hold set': none,
  'hold ended': none,
  prompt: none,
  redirect: none,
  exit: none,
  'redirect removed': none,
  'redirect done': none,
  resend: none,
};

type OtherAction = Exclude<Action, 'profile_update' | 'admin_redirect'>;

export const ACTIONS: { readonly [Name in OtherAction]: Cause<Extract<Activity, { action: Name }>['details']> } = {
  login: ({ way }, entry) => {
    if (entry.staff === undefined) return null;
    const { ipAddress: ip_address, location, device } = entry.visitor;
    const id = idOf(entry);
    return {
      account: id,
      of: ({ username, role }) => ({
        type: 'staff.signed_in',
        person: id,
        data: { id, username, role, way, ip_address, location, device },
      }),
    };
  },
  help: (details, entry) => help(entry, { step: HELP_STEP[details.help], reason: details.reason, by: null }),
  code_success: ({ email }, { guestId, at }) =>
    guestId === undefined
      ? null
      : {
          type: 'guest.verified',
          person: guestId,
          data: { guest: guestId, email, verified_at: iso(at) },
        },
  logout: none,
  failed_login: none,
  // Steps on the way, not outcomes.
  page_view: none,
  email_entry: none,
  code_entry: none,
  code_failed: none,
  redirect: none,
};

export function causedBy(entry: Entry): Caused | null {
  const { action, details } = entry;
  if (action === 'profile_update' || action === 'admin_redirect')
    return (CHANGES[details.change] as Cause<Change>)(details, entry);
  return (ACTIONS[action] as Cause<typeof details>)(details, entry);
}

const accountOf = ({ id, username, email, first_name, last_name, role, status }: UserRow): EventAccount => ({
  id,
  username,
  email,
  first_name,
  last_name,
  role,
  status,
});

/** For changes without an entry in the log. */
export const userChanged = (user: UserRow, parts: readonly ChangedPart[], by: string): Emitted => ({
  type: 'user.changed',
  person: user.id,
  data: { ...accountOf(user), changed: [...parts], by },
});
