import {
  ASSIGNMENT_SECONDS,
  isReply,
  type MessageState,
  type PromptKind,
  type Reply,
} from '../../../../contract/guests/messages.rules.ts';
import { CLOSED_PATH } from '../../../../contract/redirects/redirects.rules.ts';
import { isExitUrl } from '../../../../contract/settings/settings.rules.ts';
import {
  CODE_VALID_SECONDS,
  EMAIL_ENTRY_PATH,
  VERIFY_CODE_PATH,
} from '../../../../contract/verification/verification.rules.ts';
import { isAhead, isLongAgo } from '../../../clock.ts';
import type { AssignmentRow, MessageRow } from '../../../db/tables.ts';
import type { Language, Languages } from '../../../languages.ts';
import { guestText, type ShownText, type TextSettings } from '../../settings/guest-texts.ts';
import type { Settings } from '../../settings/settings.ts';

export type MessageSettings = TextSettings & Pick<Settings, 'exitUrl'>;

export const PROMPT_SETTINGS = { email: 'emailPromptMessage', code: 'codePromptMessage' } as const;

export function promptText(prompt: PromptKind, settings: TextSettings, languages: Languages, to: Language): ShownText {
  if (isReply(prompt)) return { text: to.messages.staffTexts.replies[prompt], language: to.code };
  return guestText(PROMPT_SETTINGS[prompt], settings, languages, to);
}

const endedText = ({ code, messages }: Language): ShownText => ({
  text: messages.staffTexts.verificationEnded,
  language: code,
});

interface Showing {
  readonly settings: TextSettings;
  readonly languages: Languages;
  /** The guest's current language; may differ from when it was sent. */
  readonly to: Language;
  /** The thanks are only for guests who confirmed an address. */
  readonly isConfirmed: boolean;
}

export function asShown(message: MessageRow, { settings, languages, to, isConfirmed }: Showing): MessageRow {
  const { kind, prompt } = message;
  if (kind === 'prompt' && prompt !== null) return { ...message, ...promptText(prompt, settings, languages, to) };
  if (kind !== 'exit') return { ...message, language: to.code };
  const shown = isConfirmed ? guestText('exitMessage', settings, languages, to) : endedText(to);
  return { ...message, ...shown };
}

const isSaidBy = (text: string | null, { all, english }: Languages, say: (to: Language) => ShownText) =>
  [english, ...all].some((language) => say(language).text === text);

export const isThanks = ({ kind, text }: Pick<MessageRow, 'kind' | 'text'>, languages: Languages): boolean =>
  kind === 'exit' && !isSaidBy(text, languages, endedText);

const isFlowPage = (target: string | null) => target === EMAIL_ENTRY_PATH || target === VERIFY_CODE_PATH;

const isExit = (target: string | null, { exitUrl }: Pick<MessageSettings, 'exitUrl'>) =>
  target !== null && target === exitUrl && (target === CLOSED_PATH || isExitUrl(target));

/** Even admins can't send guests anywhere else. */
export const mayRedirectGuestTo = (target: string, settings: Pick<MessageSettings, 'exitUrl'>): boolean =>
  isFlowPage(target) || isExit(target, settings);

type Content = Pick<MessageRow, 'kind' | 'prompt' | 'text' | 'target'>;

/** True while the recorded text or URL still matches the settings in some language. */
export function mayDeliver(
  { kind, prompt, text, target }: Content,
  settings: MessageSettings,
  languages: Languages,
): boolean {
  if (kind === 'prompt')
    return prompt !== null && isSaidBy(text, languages, (to) => promptText(prompt, settings, languages, to));
  if (kind === 'redirect') return isFlowPage(target);
  const isExitText =
    isSaidBy(text, languages, (to) => guestText('exitMessage', settings, languages, to)) ||
    isSaidBy(text, languages, endedText);
  return kind === 'exit' && isExit(target, settings) && isExitText;
}

/** A reply must be true when the guest reads it: a new code has left, hasn't expired and wasn't used. */
export function replyStanding(
  reply: Reply,
  { resend, verifiedAt }: { resend: MessageRow | undefined; verifiedAt: number | null },
  now: number,
): 'true' | 'not yet' | 'outdated' {
  if (verifiedAt !== null) return 'outdated';
  if (reply !== 'new-code') return 'true';
  if (resend === undefined || resend.withdrawn_at !== null) return 'outdated';
  if (resend.delivered_at === null) return 'not yet';
  return isLongAgo(resend.delivered_at, CODE_VALID_SECONDS * 1000, now) ? 'outdated' : 'true';
}

export function stateOf(message: MessageRow): { readonly state: MessageState; readonly at: number } {
  const { created_at, delivered_at, seen_at, declined_at, withdrawn_at } = message;
  if (declined_at !== null) return { state: 'declined', at: declined_at };
  if (seen_at !== null) return { state: 'seen', at: seen_at };
  if (delivered_at !== null) return { state: 'delivered', at: delivered_at };
  if (withdrawn_at !== null) return { state: 'withdrawn', at: withdrawn_at };
  return { state: 'sent', at: created_at };
}

export const isHelping = ({ used_at }: Pick<AssignmentRow, 'used_at'>, now: number): boolean =>
  now - used_at < ASSIGNMENT_SECONDS * 1000 && !isAhead(used_at, now);
