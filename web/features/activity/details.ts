import type { Activity } from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { changeWords, currentDetails } from './action-words.ts';

type NamesIn<Details> = Details extends unknown ? keyof Details : never;

const labels: Record<NamesIn<NonNullable<Activity['details']>>, string> = {
  change: 'Change',
  reason: 'Reason',
  email: 'E-mail',
  user: 'User ID',
  username: 'User',
  role: 'Role',
  status: 'Status',
  version: 'Version',
  settings: 'Settings',
  entries: 'Entries',
  guest: 'Guest',
  prompt: 'Prompt',
  search: 'Search',
  filter: 'Filter',
  from: 'From',
  to: 'To',
  accounts: 'Accounts',
  problems: 'Lines with problems',
  sendByMail: 'Passwords by mail',
};

/** Characters that turn the direction of what follows them, and those that nobody sees. */
const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same JSON, in which nothing can pose as something else. */
export const readableJson = (details: NonNullable<ActivityEntry['details']>, indent?: number) =>
  JSON.stringify(details, null, indent).replaceAll(DECEPTIVE, escaped);

/** A text that stays in its place: one with a separator, a quote or a line break in it is put into quotes. */
const readableText = (text: string) =>
  (/[·"\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : text).replaceAll(DECEPTIVE, escaped);

const labelOf = (name: string) =>
  Object.hasOwn(labels, name) ? labels[name as keyof typeof labels] : readableText(name);

/**
 * The details as pairs of label and value. What the entry's own words say already is left out, and so is the id
 * of a user who is named.
 */
export function detailFacts(details: ActivityEntry['details']) {
  const current = currentDetails(details) ?? {};
  const isSaid = (name: string) =>
    (name === 'change' && changeWords(current) !== undefined) || (name === 'user' && 'username' in current);
  return Object.entries(current)
    .filter(([name]) => !isSaid(name))
    .map(([name, value]) => ({ name, label: labelOf(name), value: readableText(String(value)) }));
}
