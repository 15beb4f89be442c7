import type { Activity, SettingChange } from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { HELP_WORDS } from '../../../contract/help.rules.ts';
import type { SettingsInput } from '../../../contract/settings.ts';
import { changeWords, currentDetails } from './action-words.ts';

type NamesIn<Details> = Details extends unknown ? keyof Details : never;

const labels: Record<NamesIn<NonNullable<Activity['details']>>, string> = {
  change: 'Change',
  reason: 'Reason',
  email: 'E-mail',
  help: 'Help',
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
  text: 'Text',
  address: 'Address',
  message: 'Message',
  proposedBy: 'Proposed by',
  withdrawnPrompts: 'Withdrawn prompts',
  withdrawnExits: 'Withdrawn exits',
  steer: 'Sent as',
  what: 'What',
  state: 'State',
  helper: 'Helped before by',
  changed: 'Changed',
  standing: 'Of status',
  sort: 'Sorted by',
  job: 'Job',
  action: 'Action',
  value: 'Value',
  ofRole: 'Of role',
};

const settingLabels: Record<keyof SettingsInput, string> = {
  emailPromptMessage: 'Email entry prompt',
  codePromptMessage: 'Verification code prompt',
  exitMessage: 'Exit message',
  exitUrl: 'Exit URL',
  supportContact: 'Support contact',
  telegramBotToken: 'Bot token',
  telegramChatId: 'Chat ID',
  termsText: 'Terms text',
  activityRetentionDays: 'Activity log (days)',
  guestRetentionDays: 'Guest data (days)',
};

const accountLabels = { firstName: 'First name', lastName: 'Last name', email: 'E-mail' };

/** Characters that turn the direction of what follows them, and those that nobody sees. */
const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same JSON, in which nothing can pose as something else. */
export const readableJson = (details: NonNullable<ActivityEntry['details']>, indent?: number) =>
  JSON.stringify(details, null, indent).replaceAll(DECEPTIVE, escaped);

/** A text that stays in its place: one with a separator, a quote or a line break in it is put into quotes. */
const readableText = (text: string) =>
  (/[·"\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : text).replaceAll(DECEPTIVE, escaped);

/** A newer server may know names that this page does not: they are shown as they are. */
const labelIn = (words: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(words, name) && words[name]) || readableText(name);

type Value = NonNullable<ActivityEntry['details']>[string];

/** Of settings and of an account's details their names; what settings were and are is in `changedSettings`. */
const valueText = (value: Value) =>
  typeof value === 'object'
    ? Object.keys(value)
        .map((name) => labelIn({ ...settingLabels, ...accountLabels }, name))
        .join(', ')
    : readableText(String(value));

/**
 * The details as pairs of label and value. What the entry's own words say already is left out, and so are the id of a user
 * who is named and those by which the entries about one prompt, redirect or bulk job are found.
 */
export function detailFacts(details: ActivityEntry['details']) {
  const current = currentDetails(details) ?? {};
  const isSaid = (name: string) =>
    ((name === 'change' || name === 'help') && changeWords(current) !== undefined) ||
    (name === 'user' && 'username' in current) ||
    name === 'steer' ||
    name === 'job';
  // Why somebody asked for help is one of our words; other reasons were typed by people.
  const textOf = (name: string, value: Value) =>
    name === 'reason' && 'help' in current && typeof value === 'string' ? labelIn(HELP_WORDS, value) : valueText(value);
  return Object.entries(current)
    .filter(([name]) => !isSaid(name))
    .map(([name, value]) => ({ name, label: labelIn(labels, name), value: textOf(name, value) }));
}

/** Lines as they are, and nothing that turns or hides the text around it. */
const shownValue = (value: string | number) => String(value).replaceAll(DECEPTIVE, escaped);

const valuesOf = (change: SettingChange | string) =>
  typeof change === 'string' ? null : { from: shownValue(change.from), to: shownValue(change.to) };

/** Each setting that an entry is about, with its old and new value; null for a secret. */
export function changedSettings(details: ActivityEntry['details']) {
  const settings = details?.settings;
  if (typeof settings !== 'object') return [];
  return Object.entries(settings).map(([name, change]) => ({
    name,
    label: labelIn(settingLabels, name),
    values: valuesOf(change),
  }));
}

const LONG_LINES = 8;
const LONG_TEXT = 400;
export const isLong = (text: string) => text.length > LONG_TEXT || text.split('\n').length > LONG_LINES;
