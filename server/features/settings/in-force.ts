import { CLOSED_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { textProblem } from '../../../contract/settings/guest-texts.rules.ts';
import {
  EXIT_URL_EXAMPLE,
  isExitSet,
  isTranslation,
  nameableHosts,
  type SettingName,
  TEXT_SETTINGS,
  type TranslationName,
} from '../../../contract/settings/settings.rules.ts';
import type { Settings as Answer } from '../../../contract/settings/settings.ts';
import type { Config } from '../../config.ts';
import type { ProposalRow } from '../../db/tables.ts';
import type { Languages } from '../../languages.ts';
import { isAllowedExit } from './policy.ts';

/** The bot token is encrypted, or empty. Removed translations are empty. */
export type Settings = Readonly<Pick<Answer, SettingName>> & { readonly [name: TranslationName]: string | undefined };

export const defaultsIn = ({ fallback }: Pick<Languages, 'fallback'>): Settings => {
  const { emailPromptMessage, codePromptMessage, exitMessage, termsText } = fallback.messages.staffTexts;
  return {
    emailPromptMessage,
    codePromptMessage,
    exitMessage,
    exitUrl: EXIT_URL_EXAMPLE,
    supportContact: '',
    termsText,
    telegramChatId: '',
    telegramBotToken: '',
    activityRetentionDays: 365,
    guestRetentionDays: 30,
    temporaryPasswordDays: 7,
  };
};

/** Also of languages that aren't offered now. */
export const translationNames = (...all: readonly Settings[]): TranslationName[] =>
  [...new Set(all.flatMap((settings) => Object.keys(settings)))].filter(isTranslation).sort();

export interface Place extends Pick<Config, 'publicUrl' | 'exitHosts'> {
  readonly languages: Languages;
}

/** Our own closing page if no exit is set; empty if the operator doesn't allow the stored exit. */
function exitOf({ exitUrl }: Settings, { exitHosts }: Place): string {
  if (!isExitSet(exitUrl)) return CLOSED_PATH;
  return isAllowedExit(exitUrl, exitHosts) ? exitUrl : '';
}

export const hostsFor = (stored: Settings, place: Place): string[] =>
  nameableHosts(place.publicUrl.hostname, exitOf(stored, place));

/** Stored values that break a rule of today: from an older version, or before EXIT_HOSTS or the exit changed. */
export function notUsed(stored: Settings, place: Place): Answer['notUsed'] {
  const hosts = hostsFor(stored, place);
  const texts = [...TEXT_SETTINGS, ...translationNames(stored)].filter(
    (name) => textProblem(stored[name] ?? '', hosts) !== null,
  );
  return exitOf(stored, place) === '' ? [...texts, 'exitUrl'] : texts;
}

export function usable(stored: Settings, place: Place): Settings {
  const defaults = defaultsIn(place.languages);
  const replaced = notUsed(stored, place).map((name) => [name, defaults[name]] as const);
  return { ...stored, ...Object.fromEntries(replaced), exitUrl: exitOf(stored, place) };
}

/** Includes proposals that took effect but aren't written yet. */
export const withDue = (stored: Settings, proposals: readonly ProposalRow[], now: number): Settings => ({
  ...stored,
  ...Object.fromEntries(proposals.filter((row) => row.in_force_at <= now).map(({ name, value }) => [name, value])),
});
