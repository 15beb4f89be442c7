import { CornerUpLeft, CornerUpRight, DoorOpen, type LucideIcon, MailPlus, MessageCircle } from 'lucide-react';
import type { GuestStep } from '../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { PromptKind } from '../../../contract/guests/prompts.ts';
import {
  EMAIL_ENTRY_PATH,
  type GuestPage,
  VERIFY_CODE_PATH,
} from '../../../contract/verification/verification.rules.ts';

interface ActionButton {
  icon: LucideIcon;
  /** On the button. */
  text: string;
  /** For a screen reader, which reads one of many such buttons without the row around it. */
  nameOf: (guest: string) => string;
  /** What it will do. */
  hint: string;
  /** On the one button for the next sensible step. */
  step: string;
  request:
    | { prompt: PromptKind }
    | { destinationPath: string; reason: string }
    | { exit: true; reason: string }
    | { resend: true };
}

const prompt = { icon: MessageCircle, text: 'Prompt', nameOf: (guest: string) => `Prompt ${guest}` };

export const guestActions: Record<GuestStep, ActionButton> = {
  'email-prompt': {
    ...prompt,
    hint: 'Ask for the email address',
    step: 'Prompt for the email address',
    request: { prompt: 'email' },
  },
  'code-prompt': {
    ...prompt,
    hint: 'Ask for the code again',
    step: 'Prompt for the code',
    request: { prompt: 'code' },
  },
  'verify-redirect': {
    icon: CornerUpRight,
    text: 'To Verify',
    nameOf: (guest) => `Move ${guest} to verify code`,
    hint: 'Move to verify code',
    step: 'Move to verify code',
    request: { destinationPath: VERIFY_CODE_PATH, reason: 'Moved to verify code by support' },
  },
  'entry-redirect': {
    icon: CornerUpLeft,
    text: 'To Entry',
    // Begins with what the button reads: that is what people say to a computer that listens.
    nameOf: (guest) => `To Entry: Move ${guest} to email entry`,
    hint: 'Move to email entry',
    step: 'Move to email entry',
    request: { destinationPath: EMAIL_ENTRY_PATH, reason: 'Moved to email entry by support' },
  },
  resend: {
    icon: MailPlus,
    text: 'Resend code',
    nameOf: (guest) => `Resend code to ${guest}`,
    hint: 'Mail a new code to the same address',
    step: 'Resend code',
    request: { resend: true },
  },
  exit: {
    icon: DoorOpen,
    text: 'Exit',
    nameOf: (guest) => `Exit ${guest}`,
    hint: 'Say goodbye and lead to the exit address',
    step: 'Lead to the exit',
    request: { exit: true, reason: 'Led to the exit by support' },
  },
};

const byPage: Record<GuestPage, readonly GuestStep[]> = {
  'Email Entry Page': ['email-prompt', 'verify-redirect'],
  'Verify Code Page': ['code-prompt', 'entry-redirect'],
  'Code Processing Complete': ['code-prompt', 'entry-redirect', 'exit'],
};
const ELSEWHERE: readonly GuestStep[] = ['entry-redirect'];
const NONE: readonly GuestStep[] = [];

const isGuestPage = (page: string): page is GuestPage => Object.hasOwn(byPage, page);

/** What a page offers, to a guest who is or was there. */
export function pageActions(ip: string, page: string | null): readonly GuestStep[] {
  if (!ip || !page) return NONE;
  return isGuestPage(page) ? byPage[page] : ELSEWHERE;
}

/**
 * What staff are offered for a guest. Some of it may not be possible now; that is said on the button. Whoever succeeded can
 * be led out wherever they are.
 */
export function actionsFor(guest: Pick<Guest, 'ipAddress' | 'page' | 'outcome' | 'halted'>): readonly GuestStep[] {
  if (guest.halted) return NONE;
  const actions = new Set(pageActions(guest.ipAddress, guest.page));
  if (guest.outcome === 'verified') actions.add('exit');
  else if (actions.has('code-prompt')) actions.add('resend');
  // Last, because it ends everything.
  if (actions.delete('exit')) actions.add('exit');
  return [...actions];
}

/** The panel in the sidebar has a word of its own for guests who are somewhere else, and little room. */
export function panelText(action: GuestStep, page: string) {
  if (action === 'resend') return 'Resend';
  return action === 'entry-redirect' && !isGuestPage(page) ? 'Email' : guestActions[action].text;
}
