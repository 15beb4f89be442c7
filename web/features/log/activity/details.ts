import type { SettingChange } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { SettingsInput } from '../../../../contract/settings/settings.ts';
import { ACCOUNT_DETAILS, type AccountDetail, eachDetail } from '../../../../contract/users/account-details.rules.ts';

const labels: Record<keyof SettingsInput | AccountDetail | 'username' | 'role' | 'status', string> = {
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
  temporaryPasswordDays: 'Temporary passwords (days)',
  username: 'Username',
  ...eachDetail((name) => ACCOUNT_DETAILS[name].label),
  role: 'Role',
  status: 'Status',
};

/** Characters that turn the direction of what follows them, and those that nobody sees. */
const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same JSON, in which nothing can pose as something else. */
export const readableJson = (details: NonNullable<ActivityEntry['details']>, indent?: number) =>
  JSON.stringify(details, null, indent).replaceAll(DECEPTIVE, escaped);

/** In a sentence: whatever breaks the line or turns or hides the text around it cannot pose as something else. */
export const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(DECEPTIVE, escaped);

/** A newer server may know names that this page does not: they are shown as they are. */
const labelIn = (words: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(words, name) && words[name]) || oneLine(name);

/** Lines as they are, and nothing that turns or hides the text around it. */
const shownValue = (value: string | number) => String(value).replaceAll(DECEPTIVE, escaped);

const valuesOf = (change: SettingChange | string) =>
  typeof change === 'string' ? null : { from: shownValue(change.from), to: shownValue(change.to) };

/** Each setting or detail of an account that an entry is about, with its old and new value; null for a secret. */
export function changedValues(details: ActivityEntry['details']) {
  const changed = details?.settings ?? details?.changed;
  if (typeof changed !== 'object') return [];
  return Object.entries(changed).map(([name, change]) => ({
    name,
    label: labelIn(labels, name),
    values: valuesOf(change),
  }));
}

const LONG_LINES = 8;
const LONG_TEXT = 400;
export const isLong = (text: string) => text.length > LONG_TEXT || text.split('\n').length > LONG_LINES;
