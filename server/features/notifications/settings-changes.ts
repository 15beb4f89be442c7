import type { Settings, SettingsChange } from '../settings/settings.ts';
import type { Draft } from './events.ts';

/** What guests are told and where they are sent, and for how long it can be looked up: the other admins should know. */
const WATCHED: { readonly [Name in keyof Settings]?: { readonly title: string; readonly what: string } } = {
  emailPromptMessage: { title: 'Email entry prompt changed', what: 'the email entry prompt' },
  codePromptMessage: { title: 'Verification code prompt changed', what: 'the verification code prompt' },
  exitMessage: { title: 'Exit message changed', what: 'the exit message' },
  exitUrl: { title: 'Exit URL changed', what: 'the exit URL' },
  activityRetentionDays: { title: 'Retention changed', what: 'the retention of the activity log' },
  guestRetentionDays: { title: 'Retention changed', what: 'the retention of guest data' },
};

/** Texts are in quotes in which no quote and no line break can pose as the end of them. */
const shown = (value: string | number) =>
  typeof value === 'string' ? JSON.stringify(value) : `${value} ${value === 1 ? 'day' : 'days'}`;

/** One for each setting. The new value comes first: where there is no room for both, it is the one that guests see. */
export const draftsOf = ({ before, next, changed, actor }: SettingsChange): Draft[] =>
  changed.flatMap((name) => {
    const watched = WATCHED[name];
    if (watched === undefined) return [];
    const values = `to ${shown(next[name])}; it was ${shown(before[name])}`;
    return {
      type: 'settings_change',
      severity: 'warning',
      title: watched.title,
      message: `${actor.staff ?? 'Somebody'} changed ${watched.what} ${values}`,
      group_key: 'settings-change',
      visitor: actor.visitor,
    };
  });
