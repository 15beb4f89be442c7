import type { ActivityEntry } from '../../../contract/activity.ts';

/** Characters that turn the direction of what follows them, and those that nobody sees. */
const DECEPTIVE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same JSON, in which nothing can pose as something else. */
export const readableJson = (details: NonNullable<ActivityEntry['details']>, indent?: number) =>
  JSON.stringify(details, null, indent).replaceAll(DECEPTIVE, escaped);
