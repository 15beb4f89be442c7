import { CLOSED_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { textProblem } from '../../../contract/settings/guest-texts.rules.ts';
import {
  EXIT_URL_EXAMPLE,
  isExitSet,
  nameableHosts,
  type SettingName,
  TEXT_SETTINGS,
} from '../../../contract/settings/settings.rules.ts';
import type { Settings as Answer } from '../../../contract/settings/settings.ts';
import type { Config } from '../../config.ts';
import type { ProposalRow } from '../../db/tables.ts';
import { isAllowedExit } from './policy.ts';

/** The bot token is sealed, or empty. */
export type Settings = Readonly<Pick<Answer, SettingName>>;

export const DEFAULTS: Settings = {
  emailPromptMessage: 'Please enter your email',
  codePromptMessage: 'Please enter your verification code again',
  exitMessage: 'Thank you for completing the verification process',
  exitUrl: EXIT_URL_EXAMPLE,
  supportContact: '',
  termsText: `By using this portal you agree to the following.

1. Your account is yours alone. Keep your password to yourself and tell the support team when somebody else may know it.
2. Use the portal only for what it is meant for, and respect the other people who use it.
3. Sign-ins and changes are recorded with time, address and device, to keep accounts safe.
4. The support team may suspend an account that is misused.

If you have questions, please contact the support team before you accept.`,
  telegramChatId: '',
  telegramBotToken: '',
  activityRetentionDays: 365,
  guestRetentionDays: 30,
  temporaryPasswordDays: 7,
};

type Place = Pick<Config, 'publicUrl' | 'exitHosts'>;

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
  const texts = TEXT_SETTINGS.filter((name) => textProblem(stored[name], hosts) !== null);
  return exitOf(stored, place) === '' ? [...texts, 'exitUrl'] : texts;
}

/** Defaults for texts that break a rule, and an allowed exit. */
export function usable(stored: Settings, place: Place): Settings {
  const replaced = notUsed(stored, place).map((name) => [name, DEFAULTS[name]] as const);
  return { ...stored, ...Object.fromEntries(replaced), exitUrl: exitOf(stored, place) };
}

/** With due proposals that are not written yet. */
export const withDue = (stored: Settings, proposals: readonly ProposalRow[], now: number): Settings => ({
  ...stored,
  ...Object.fromEntries(proposals.filter((row) => row.in_force_at <= now).map(({ name, value }) => [name, value])),
});
