import * as z from 'zod';
import { Done, Email, endpoint, name } from '../endpoint.ts';
import { ROLES } from '../users/users.rules.ts';
import { DATA_FIELDS, DATA_KINDS, GUEST_DATA_KINDS, HOLD_REASON_MAX, STAY_REASONS } from './people.rules.ts';

const Person = z.object({ email: Email });

const Kind = z.enum(DATA_KINDS);

const Stays = z.object({
  kind: Kind,
  count: z.int(),
  reason: z.enum(STAY_REASONS),
  /** When the last of it is deleted; null if that isn't a matter of time. */
  until: z.iso.datetime().nullable(),
});

const Erased = z.object({ kind: Kind, count: z.int() });

/** For example a session or a log entry. Empty fields are left out. */
const DataRecord = z.array(z.object({ field: z.enum(DATA_FIELDS), value: z.string() }));
export type DataRecord = z.output<typeof DataRecord>;

const Section = z.object({
  kind: Kind,
  records: z.array(DataRecord),
  /** The oldest are left out. */
  isCut: z.boolean(),
});
export type DataSection = z.output<typeof Section>;

export const Hold = z.object({
  email: z.string(),
  reason: z.string(),
  until: z.iso.datetime(),
  setBy: z.string(),
  setAt: z.iso.datetime(),
});
export type Hold = z.output<typeof Hold>;

export const PersonFound = z.object({
  email: z.string(),
  account: z.object({ id: z.string(), username: z.string(), role: z.enum(ROLES) }).nullable(),
  /** Empty if nothing is stored. */
  found: z.array(
    z.object({
      kind: Kind,
      count: z.int(),
      why: z.string(),
      keptFor: z.string(),
      /** When the last of it is deleted without an erasure; null if that isn't a matter of time. */
      until: z.iso.datetime().nullable(),
    }),
  ),
  stays: z.array(Stays),
  hold: Hold.nullable(),
  /** Why an erasure would be refused, as a sentence. */
  refusal: z.string().nullable(),
});
export type PersonFound = z.output<typeof PersonFound>;

export const PersonExport = z.object({
  email: z.string(),
  account: PersonFound.shape.account,
  madeAt: z.iso.datetime(),
  sections: z.array(Section),
});
export type PersonExport = z.output<typeof PersonExport>;

export const PersonErased = z.object({ erased: z.array(Erased), stayed: z.array(Stays) });
export type PersonErased = z.output<typeof PersonErased>;

export const searchPerson = endpoint('POST /api/admin/people/search', {
  summary: 'What is stored about a person: how much of each kind, why, until when, and what must stay',
  body: Person,
  answer: PersonFound,
});

export const exportPerson = endpoint('POST /api/admin/people/export', {
  summary: 'Everything that is stored about a person; no secrets and no data of others',
  body: Person,
  answer: PersonExport,
});

export const erasePerson = endpoint('POST /api/admin/people/erase', {
  summary: 'Erase a person; says what was erased and what stayed',
  body: Person,
  answer: PersonErased,
});

export const listHolds = endpoint('GET /api/admin/people/holds', {
  summary: 'Legal holds in force, the newest first',
  answer: z.array(Hold),
});

export const setHold = endpoint('POST /api/admin/people/hold', {
  summary: 'Stop the erasure of a person until a date; an earlier hold on the same address is replaced',
  body: Person.extend({
    reason: name(HOLD_REASON_MAX).min(1, 'Please enter a reason'),
    until: z.iso.datetime('Please enter a date'),
  }),
  answer: Hold,
});

export const endHold = endpoint('DELETE /api/admin/people/hold', {
  summary: 'End a legal hold',
  body: Person,
  answer: Done,
});

const GuestKind = z.enum(GUEST_DATA_KINDS);

export const MyData = z.object({
  email: z.string(),
  /** How long this browser may still see and erase it. */
  remainingMs: z.int(),
  /** True if an account has this address. This page neither shows nor erases it. */
  hasAccount: z.boolean(),
  /** Nothing is erased before this legal hold ends. */
  heldUntil: z.iso.datetime().nullable(),
  /** The newest 500 of each kind, see `isCut`. */
  sections: z.array(Section.extend({ kind: GuestKind })),
  stays: z.array(Stays.extend({ kind: GuestKind })),
});
export type MyData = z.output<typeof MyData>;

export const myData = endpoint('GET /api/guest/my-data', {
  summary: 'What is stored for the address that this browser confirmed in the last 15 minutes',
  answer: MyData,
});

export const eraseMyData = endpoint('DELETE /api/guest/my-data', {
  summary: 'Erase what is stored for the address that this browser confirmed in the last 15 minutes',
  answer: z.object({
    erased: z.array(Erased.extend({ kind: GuestKind })),
    stayed: z.array(Stays.extend({ kind: GuestKind })),
  }),
});
