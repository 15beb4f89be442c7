import type { Settings, SettingsStep } from '../settings/settings.ts';
import type { Draft } from './events.ts';

/**
 * What guests are told and where they are sent, and for how long it can be looked up: the other admins should know. The
 * sections are those of the page Settings.
 */
const WATCHED: {
  readonly [Name in keyof Settings]?: { readonly title: string; readonly what: string; readonly section: string };
} = {
  emailPromptMessage: { title: 'Email entry prompt', what: 'the email entry prompt', section: 'prompts' },
  codePromptMessage: { title: 'Verification code prompt', what: 'the verification code prompt', section: 'prompts' },
  exitMessage: { title: 'Exit message', what: 'the exit message', section: 'prompts' },
  exitUrl: { title: 'Exit URL', what: 'the exit URL', section: 'exit-url' },
  supportContact: { title: 'Support contact', what: 'the support contact', section: 'contact' },
  activityRetentionDays: { title: 'Retention', what: 'the retention of the activity log', section: 'retention' },
  guestRetentionDays: { title: 'Retention', what: 'the retention of guest data', section: 'retention' },
};

/** Texts are in quotes in which no quote and no line break can pose as the end of them. */
const shown = (value: string | number) =>
  typeof value === 'string' ? JSON.stringify(value) : `${value} ${value === 1 ? 'day' : 'days'}`;

const clockTime = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The new value comes first: where there is no room for both, it is the one that guests see. */
function sentence(
  { step, actor, proposal }: Pick<SettingsStep, 'step' | 'actor' | 'proposal'>,
  what: string,
  { from, to }: { from: string; to: string },
): string {
  const who = actor.staff ?? 'Somebody';
  const by = proposal?.by ?? 'Somebody';
  switch (step) {
    case 'changed':
      return `${who} changed ${what} to ${to}; it was ${from}`;
    case 'proposed':
      return `${who} wants to change ${what} to ${to}; it is ${from}. Confirm or withdraw it in the settings, otherwise it is in force from ${clockTime(proposal?.inForceAt ?? 0)} on`;
    case 'confirmed':
      return `${who} confirmed that ${what} changes to ${to}, as ${by} wanted; it was ${from}`;
    case 'withdrawn':
      return `${who} withdrew the change of ${what} to ${to} that ${by} wanted; it stays ${from}`;
    case 'lapsed':
      return `The change of ${what} to ${to} is dropped, because ${by}, who wanted it, is no admin any more; it stays ${from}`;
    case 'in force':
      return `Nobody withdrew it for a day: ${what} changed to ${to}, as ${by} wanted; it was ${from}`;
  }
}

const happened = {
  changed: 'changed',
  proposed: 'change proposed',
  confirmed: 'changed',
  withdrawn: 'change withdrawn',
  lapsed: 'change dropped',
  'in force': 'changed',
} as const;

/** What is said of one setting, to whomever it is told. */
export interface SettingNews {
  readonly setting: keyof Settings;
  readonly section: string;
  readonly title: string;
  readonly message: string;
}

/** One for each setting. */
export const newsOf = ({ before, next, changed, ...step }: SettingsStep): SettingNews[] =>
  changed.flatMap((setting) => {
    const watched = WATCHED[setting];
    if (watched === undefined) return [];
    const values = { from: shown(before[setting]), to: shown(next[setting]) };
    const title = `${watched.title} ${happened[step.step]}`;
    return { setting, section: watched.section, title, message: sentence(step, watched.what, values) };
  });

export const draftsOf = (step: SettingsStep): Draft[] =>
  newsOf(step).map(({ section, title, message }) => ({
    type: 'settings_change',
    severity: 'warning',
    title,
    message,
    group_key: 'settings-change',
    about: { kind: 'settings', id: section },
    visitor: step.actor.visitor,
  }));
