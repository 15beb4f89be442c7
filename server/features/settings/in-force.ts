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

/** The bot token is sealed, or empty. Removed translations are empty. */
export type Settings = Readonly<Pick<Answer, SettingName>> & { readonly [name: TranslationName]: string | undefined };

/** Texts in the default language. */
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

/** Of all languages, offered or not. */
export const translationNames = (...all: readonly Settings[]): TranslationName[] =>
  [...new Set(all.flatMap((settings) => Object.keys(settings)))].filter(isTranslation).sort();

export interface Place extends Pick<Config, 'publicUrl' | 'exitHosts'> {
  readonly languages: Languages;
}

/** Our own page without an exit; empty if the operator forbids it. */
function exitOf({ exitUrl }: Settings, { exitHosts }: Place): string {
  if (!isExitSet(exitUrl)) return CLOSED_PATH;
  return isAllowedExit(exitUrl, exitHosts) ? exitUrl : '';
}

export const hostsFor = (stored: Settings, place: Place): string[] =>
  nameableHosts(place.publicUrl.hostname, exitOf(stored, place));

/** By an older version, another list of hosts or another exit. */
export function notUsed(stored: Settings, place: Place): Answer['notUsed'] {
  const hosts = hostsFor(stored, place);
  const texts = [...TEXT_SETTINGS, ...translationNames(stored)].filter(
    (name) => textProblem(stored[name] ?? '', hosts) !== null,
  );
  return exitOf(stored, place) === '' ? [...texts, 'exitUrl'] : texts;
}

/** Defaults for texts that break a rule, and an allowed exit. */
export function usable(stored: Settings, place: Place): Settings {
  const defaults = defaultsIn(place.languages);
  const replaced = notUsed(stored, place).map((name) => [name, defaults[name]] as const);
  return { ...stored, ...Object.fromEntries(replaced), exitUrl: exitOf(stored, place) };
}

/** With due proposals that are not written yet. */
export const withDue = (stored: Settings, proposals: readonly ProposalRow[], now: number): Settings => ({
  ...stored,
  ...Object.fromEntries(proposals.filter((row) => row.in_force_at <= now).map(({ name, value }) => [name, value])),
});
