import { CornerUpLeft, CornerUpRight, DoorOpen, type LucideIcon, MessageCircle } from 'lucide-react';
import type { PromptKind } from '../../../contract/prompts.ts';
import { EMAIL_ENTRY_PATH, type GuestPage, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';

export type GuestAction = 'email-prompt' | 'code-prompt' | 'verify-redirect' | 'entry-redirect' | 'exit';

interface ActionButton {
  icon: LucideIcon;
  /** On the button. */
  text: string;
  /** For a screen reader, which reads one of many such buttons without the row around it. */
  nameOf: (guest: string) => string;
  /** What it will do. */
  hint: string;
  request: { prompt: PromptKind } | { destinationPath: string; reason: string } | { exit: true; reason: string };
}

const prompt = { icon: MessageCircle, text: 'Prompt', nameOf: (guest: string) => `Prompt ${guest}` };

export const guestActions: Record<GuestAction, ActionButton> = {
  'email-prompt': { ...prompt, hint: 'Ask for the email address', request: { prompt: 'email' } },
  'code-prompt': { ...prompt, hint: 'Ask for the code again', request: { prompt: 'code' } },
  'verify-redirect': {
    icon: CornerUpRight,
    text: 'To Verify',
    nameOf: (guest) => `Move ${guest} to verify code`,
    hint: 'Move to verify code',
    request: { destinationPath: VERIFY_CODE_PATH, reason: 'Moved to verify code by support' },
  },
  'entry-redirect': {
    icon: CornerUpLeft,
    text: 'To Entry',
    // Begins with what the button reads: that is what people say to a computer that listens.
    nameOf: (guest) => `To Entry: Move ${guest} to email entry`,
    hint: 'Move to email entry',
    request: { destinationPath: EMAIL_ENTRY_PATH, reason: 'Moved to email entry by support' },
  },
  exit: {
    icon: DoorOpen,
    text: 'Exit',
    nameOf: (guest) => `Exit ${guest}`,
    hint: 'Say goodbye and lead to the exit address',
    request: { exit: true, reason: 'Led to the exit by support' },
  },
};

const byPage: Record<GuestPage, readonly GuestAction[]> = {
  'Email Entry Page': ['email-prompt', 'verify-redirect'],
  'Verify Code Page': ['code-prompt', 'entry-redirect'],
  'Code Processing Complete': ['code-prompt', 'entry-redirect', 'exit'],
};
const ELSEWHERE: readonly GuestAction[] = ['entry-redirect'];
const NONE: readonly GuestAction[] = [];

const isGuestPage = (page: string): page is GuestPage => Object.hasOwn(byPage, page);

/** What can be done with a guest who is, or was, on a page. */
export function actionsFor(ip: string, page: string | null): readonly GuestAction[] {
  if (!ip || !page) return NONE;
  return isGuestPage(page) ? byPage[page] : ELSEWHERE;
}

/** The panel in the sidebar has a word of its own for guests who are somewhere else. */
export const panelText = (action: GuestAction, page: string) =>
  isGuestPage(page) ? guestActions[action].text : 'Email';
