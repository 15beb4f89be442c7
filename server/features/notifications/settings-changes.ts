import { ruleOf } from '../../../contract/settings/settings.rules.ts';
import { utcMinute } from '../../clock.ts';
import type { SettingsStep } from '../settings/settings.ts';
import type { Draft } from './events.ts';

/** Quoted as JSON, so that a value can't fake the closing quote. */
const shown = (value: string | number) =>
  typeof value === 'string' ? JSON.stringify(value) : `${value} ${value === 1 ? 'day' : 'days'}`;

type Show = (value: string | number, other: string | number) => string;

const EXCERPT_MAX = 2_000;
const BEFORE_DIFFERENCE = 100;

/** Starts at the first difference, because bell and chat have no room for long terms. */
function excerpt(value: string | number, other: string | number): string {
  if (typeof value === 'number' || value.length <= EXCERPT_MAX) return shown(value);
  const against = String(other);
  let same = 0;
  while (same < value.length && value[same] === against[same]) same += 1;
  const start = Math.max(0, same - BEFORE_DIFFERENCE);
  const part = shown(value.slice(start, start + EXCERPT_MAX).toWellFormed());
  return `${start > 0 ? '…' : ''}${part}… (full text in the activity log)`;
}

/** New value first, because short displays cut the rest. */
function sentence(
  { step, actor, proposal }: Pick<SettingsStep, 'step' | 'actor' | 'proposal'>,
  what: string,
  { from, to }: { from: string; to: string },
): string {
  const who = actor.staff ?? 'Someone';
  const by = proposal?.by ?? 'Someone';
  const whose = by === who ? 'their' : `${by}'s`;
  switch (step) {
    case 'changed':
      return `${who} changed ${what} to ${to}; it was ${from}`;
    case 'proposed':
      return `${who} proposed to change ${what} to ${to}; it is ${from}. Confirm or withdraw it in Settings. Otherwise it takes effect on ${utcMinute(proposal?.inForceAt ?? 0)}`;
    case 'confirmed':
      return `${who} confirmed ${whose} proposal to change ${what} to ${to}; it was ${from}`;
    case 'withdrawn':
      return `${who} withdrew ${whose} proposal to change ${what} to ${to}; it stays ${from}`;
    case 'lapsed':
      return `${by}'s proposal to change ${what} to ${to} was dropped because ${by} is no longer an active admin; it stays ${from}`;
    case 'in force':
      return `${by}'s proposal took effect after 24 hours: ${what} changed to ${to}; it was ${from}`;
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
    const { title, what, section, announced } = ruleOf(setting);
    const [from, to] = [before[setting] ?? '', next[setting] ?? ''];
    const message =
      announced === 'with values'
        ? sentence(step, what, { from: show(from, to), to: show(to, from) })
        : `${step.actor.staff ?? 'Someone'} changed ${what}`;
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
