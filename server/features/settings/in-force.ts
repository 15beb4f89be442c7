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

/** As admins see them, but for the bot token: here it is sealed with the server key, and empty when there is none. */
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

/** Where guests leave to: a page of our own while no exit is set, and nowhere where the operator does not allow it. */
function exitOf({ exitUrl }: Settings, { exitHosts }: Place): string {
  if (!isExitSet(exitUrl)) return CLOSED_PATH;
  return isAllowedExit(exitUrl, exitHosts) ? exitUrl : '';
}

/** The hosts that texts for guests may name while these settings are in force. */
export const hostsFor = (stored: Settings, place: Place): string[] =>
  nameableHosts(place.publicUrl.hostname, exitOf(stored, place));

/** What is stored and may not be used: by an older version, by another list of hosts, or because the exit is another now. */
export function notUsed(stored: Settings, place: Place): Answer['notUsed'] {
  const hosts = hostsFor(stored, place);
  const texts = TEXT_SETTINGS.filter((name) => textProblem(stored[name], hosts) !== null);
  return exitOf(stored, place) === '' ? [...texts, 'exitUrl'] : texts;
}

/** What guests get of it: the default in place of a text that breaks a rule, and the exit that they may really be led to. */
export function usable(stored: Settings, place: Place): Settings {
  const replaced = notUsed(stored, place).map((name) => [name, DEFAULTS[name]] as const);
  return { ...stored, ...Object.fromEntries(replaced), exitUrl: exitOf(stored, place) };
}

/** With what has waited for long enough, also while nobody has written that down yet. */
export const withDue = (stored: Settings, proposals: readonly ProposalRow[], now: number): Settings => ({
  ...stored,
  ...Object.fromEntries(proposals.filter((row) => row.in_force_at <= now).map(({ name, value }) => [name, value])),
});
