import type { SettingChange } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { fieldWords } from './field-words.ts';

const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes deceptive characters, such as those that reverse text. */
export const readableJson = (details: NonNullable<ActivityEntry['details']>, indent?: number) =>
  JSON.stringify(details, null, indent).replaceAll(DECEPTIVE, escaped);

export const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(DECEPTIVE, escaped);

const shownValue = (value: string | number) => String(value).replaceAll(DECEPTIVE, escaped);

const valuesOf = (change: SettingChange | string) =>
  typeof change === 'string' ? null : { from: shownValue(change.from), to: shownValue(change.to) };

export function changedValues(details: ActivityEntry['details']) {
  const changed = details?.settings ?? details?.changed;
  if (typeof changed !== 'object') return [];
  return Object.entries(changed).map(([name, change]) => ({
    name,
    label: fieldWords(name)?.label ?? oneLine(name),
    values: valuesOf(change),
  }));
}

const LONG_LINES = 8;
const LONG_TEXT = 400;
export const isLong = (text: string) => text.length > LONG_TEXT || text.split('\n').length > LONG_LINES;
