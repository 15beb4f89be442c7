import { SETTINGS } from '../../../contract/settings/settings.rules.ts';
import { utcMinute } from '../../clock.ts';
import type { SettingsStep } from '../settings/settings.ts';
import type { Draft } from './events.ts';

/** Escaped, so that a value cannot fake the closing quote. */
const shown = (value: string | number) =>
  typeof value === 'string' ? JSON.stringify(value) : `${value} ${value === 1 ? 'day' : 'days'}`;

type Show = (value: string | number, other: string | number) => string;

const EXCERPT_MAX = 2_000;
const BEFORE_DIFFERENCE = 100;

/** From the first difference: bell and chat have no room for long terms. */
function excerpt(value: string | number, other: string | number): string {
  if (typeof value === 'number' || value.length <= EXCERPT_MAX) return shown(value);
  const against = String(other);
  let same = 0;
  while (same < value.length && value[same] === against[same]) same += 1;
  const start = Math.max(0, same - BEFORE_DIFFERENCE);
  const part = shown(value.slice(start, start + EXCERPT_MAX).toWellFormed());
  return `${start > 0 ? '…' : ''}${part}… (the activity log has all of it)`;
}

/** New value first: a short display cuts the rest. */
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
      return `${who} wants to change ${what} to ${to}; it is ${from}. Confirm or withdraw it in the settings, otherwise it is in force from ${utcMinute(proposal?.inForceAt ?? 0)} on`;
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

interface SettingNews {
  readonly section: string;
  readonly title: string;
  readonly message: string;
}

export const newsOf = ({ before, next, changed, ...step }: SettingsStep, show: Show = shown): SettingNews[] =>
  changed.map((setting) => {
    const { title, what, section, announced } = SETTINGS[setting];
    const [from, to] = [before[setting], next[setting]];
    const message =
      announced === 'with values'
        ? sentence(step, what, { from: show(from, to), to: show(to, from) })
        : `${step.actor.staff ?? 'Somebody'} changed ${what}`;
    return { section, title: `${title} ${happened[step.step]}`, message };
  });

export const draftsOf = (step: SettingsStep): Draft[] =>
  newsOf(step, excerpt).map(({ section, title, message }) => ({
    type: 'settings_change',
    severity: 'warning',
    title,
    message,
    group_key: 'settings-change',
    about: { kind: 'settings', id: section },
    visitor: step.actor.visitor,
  }));
