import * as z from 'zod';
import { HELP_REASONS } from '../guests/help.rules.ts';
import { ROLES, STATUSES } from '../users/users.rules.ts';
import type { EventType } from './webhooks.rules.ts';

/** Id of the account that did it, or `command_line`. */
const By = z.string();

const Account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
});
export type EventAccount = z.output<typeof Account>;

/** For a password, a second factor or the profile, only that it changed. `profile` includes names. */
const CHANGED = [
  'email',
  'first_name',
  'last_name',
  'profile',
  'role',
  'status',
  'password',
  'second_factor',
  'single_sign_on',
] as const;
export type ChangedPart = (typeof CHANGED)[number];

const HELP_STEPS = ['asked', 'withdrawn', 'halted', 'went_on', 'assigned', 'taken_over', 'released'] as const;
const SETTINGS_STEPS = ['changed', 'proposed', 'confirmed', 'withdrawn', 'lapsed', 'in_force'] as const;

/** Never a code, a password or what a guest typed, except a confirmed address. */
const DATA = {
  'user.created': Account.extend({ by: By }),
  'user.changed': Account.extend({ changed: z.array(z.enum(CHANGED)), by: By }),
  'user.deleted': z.object({ id: z.string(), username: z.string(), by: By }),
  'staff.signed_in': Account.pick({ id: true, username: true, role: true }).extend({
    way: z.string(),
    ip_address: z.string(),
    location: z.string(),
    device: z.string(),
  }),
  'guest.needs_help': z.object({
    /** Public id, the same for all events of a browser. */
    guest: z.string(),
    step: z.enum(HELP_STEPS),
    /** Null for what staff did. */
    reason: z.enum(HELP_REASONS).nullable(),
    by: By.nullable(),
  }),
  'guest.verified': z.object({ guest: z.string(), email: z.string(), verified_at: z.iso.datetime() }),
  /** Names, never values. */
  'settings.changed': z.object({ step: z.enum(SETTINGS_STEPS), settings: z.array(z.string()), by: By }),
  /** `head` is for `npm run audit -- verify --since`. */
  'audit.head': z.object({ position: z.int(), hash: z.string(), head: z.string() }),
  /** Ids of earlier events, so that receivers can erase too. Not the pseudonym, which must not be traceable. */
  'person.erased': z.object({
    account: z.string().nullable(),
    guests: z.array(z.string()),
    counts: z.record(z.string(), z.int()),
  }),
} as const satisfies Record<EventType, z.ZodObject>;

type Data = { [Type in EventType]: z.output<(typeof DATA)[Type]> };

const event = <Type extends EventType>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: DATA[type] });

export const PortalEvent = z.discriminatedUnion('type', [
  event('user.created'),
  event('user.changed'),
  event('user.deleted'),
  event('staff.signed_in'),
  event('guest.needs_help'),
  event('guest.verified'),
  event('settings.changed'),
  event('audit.head'),
  event('person.erased'),
]);
export type PortalEvent = z.output<typeof PortalEvent>;

export type EventData<Type extends EventType> = Data[Type];
