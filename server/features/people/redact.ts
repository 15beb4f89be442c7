import { randomBytes } from 'node:crypto';
import { guestUserId } from '../../../contract/log/activity.rules.ts';
import type { ActivityRow } from '../../db/tables.ts';
import type { Person } from './person.ts';

/** Random and stored nowhere else, so it can't be traced back. */
export const newPseudonym = () => `erased-${randomBytes(6).toString('hex')}`;

type Details = Record<string, unknown>;

const HARMLESS = new Set(['status', 'role']);

const FREE_TEXTS = ['search', 'reason'] as const;

/** Filters of an export. */
const FILTERS = ['person', 'target'] as const;

/** In an export, `from` and `to` are dates. */
const ADDRESSES = ['email', 'from', 'to'] as const;

export interface Redacting {
  readonly pseudonym: string;
  readonly person: Person;
  readonly names: readonly string[];
  /** Keeps the account's name in entries about it: an audit must show who had access to this colleague's account. */
  readonly wasStaff: boolean;
}

const LETTER = /[\p{L}\p{N}]/u;

export function isNamedIn(text: string, names: readonly string[]): boolean {
  const where = text.toLowerCase();
  return names.some((name) => {
    for (let at = where.indexOf(name); at !== -1; at = where.indexOf(name, at + 1))
      if (!LETTER.test(where[at - 1] ?? '') && !LETTER.test(where[at + name.length] ?? '')) return true;
    return false;
  });
}

interface Whose {
  readonly isByThem: boolean;
  readonly isAboutGuest: boolean;
}

function redactDetails(
  text: string,
  { pseudonym, person, names, wasStaff }: Redacting,
  { isByThem, isAboutGuest }: Whose,
): string {
  const { addressHash, ...details } = JSON.parse(text) as Details;
  const isAboutAccount = person.account !== null && details.user === person.account.id;
  if (isAboutAccount && !wasStaff) Object.assign(details, { user: pseudonym, username: pseudonym });
  if (isAboutGuest && typeof details.guest === 'string') details.guest = pseudonym;
  if (addressHash === person.addressHash) details.person = pseudonym;
  else if (addressHash !== undefined) details.addressHash = addressHash;
  for (const name of FILTERS)
    if (person.account !== null && !wasStaff && details[name] === person.account.id) details[name] = pseudonym;
  for (const name of FREE_TEXTS) {
    const typed = details[name];
    if (typeof typed === 'string' && (isByThem || isAboutAccount || isAboutGuest || isNamedIn(typed, names)))
      details[name] = pseudonym;
  }
  for (const name of ADDRESSES) {
    const address = details[name];
    if (typeof address === 'string' && address.includes('@')) details[name] = pseudonym;
  }
  if (isAboutAccount && typeof details.changed === 'object' && details.changed !== null)
    details.changed = Object.fromEntries(
      Object.entries(details.changed).map(([name, value]) => [
        name,
        HARMLESS.has(name) ? value : { from: pseudonym, to: pseudonym },
      ]),
    );
  return JSON.stringify(details);
}

const NOWHERE = { ip_address: '', location: '', device: '', user_agent: '' };

/** Replaces the person by the pseudonym in an audit entry; what staff did stays. */
export function redactedEntry(row: ActivityRow, redacting: Redacting): ActivityRow {
  const { person, pseudonym } = redacting;
  const isAboutGuest = row.guest_id !== null && person.browsers.includes(row.guest_id);
  const isByGuest = isAboutGuest && row.user_id?.startsWith('guest_') === true;
  const isByAccount = person.account !== null && row.user_id === person.account.id && row.actor_name === null;
  const whose = { isByThem: isByGuest || isByAccount, isAboutGuest };
  return {
    ...row,
    ...(isByGuest && { ...NOWHERE, user_id: guestUserId(pseudonym) }),
    ...(isByAccount && { ...NOWHERE, user_id: pseudonym }),
    guest_id: isAboutGuest ? null : row.guest_id,
    details: row.details === null ? null : redactDetails(row.details, redacting, whose),
  };
}
