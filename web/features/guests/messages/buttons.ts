import {
  CornerUpLeft,
  CornerUpRight,
  DoorOpen,
  type LucideIcon,
  MailPlus,
  MessageCircle,
  MessageSquareReply,
} from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { type MessageName, REPLIES, type Reply } from '../../../../contract/guests/messages.rules.ts';
import type { GuestPage } from '../../../../contract/verification/verification.rules.ts';

interface MessageButton {
  icon: LucideIcon;
  text: string;
  /** Names the guest, because screen readers read the button without its row. */
  nameOf: (guest: string) => string;
  hint: string;
  /** The text of the button if this message would help most. */
  next: string;
  /** For redirects and exits: the reason in the list of redirects. */
  reason?: string;
}

/** Title of the toast that says why. */
export const NOT_POSSIBLE = 'Not possible right now';

const prompt = { icon: MessageCircle, text: 'Prompt', nameOf: (guest: string) => `Prompt ${guest}` };

const reply = (name: Reply): MessageButton => ({
  icon: MessageSquareReply,
  text: 'Reply',
  nameOf: (guest) => `Reply to ${guest}`,
  hint: REPLIES[name],
  next: `Reply “${REPLIES[name]}”`,
});

export const messageButtons: Record<MessageName, MessageButton> = {
  'email-prompt': { ...prompt, hint: 'Ask for the email address', next: 'Prompt for the email address' },
  'code-prompt': { ...prompt, hint: 'Ask for the code again', next: 'Prompt for the code' },
  'check-spam-prompt': reply('check-spam'),
  'new-code-prompt': reply('new-code'),
  'check-address-prompt': reply('check-address'),
  'verify-redirect': {
    icon: CornerUpRight,
    text: 'To Verify',
    // Voice control needs the visible text at the start of the name.
    nameOf: (guest) => `To Verify: Move ${guest} to verify code`,
    hint: 'Move to verify code',
    next: 'Move to verify code',
    reason: 'Moved to verify code by support',
  },
  'entry-redirect': {
    icon: CornerUpLeft,
    text: 'To Entry',
    nameOf: (guest) => `To Entry: Move ${guest} to email entry`,
    hint: 'Move to email entry',
    next: 'Move to email entry',
    reason: 'Moved to email entry by support',
  },
  resend: {
    icon: MailPlus,
    text: 'Resend code',
    nameOf: (guest) => `Resend code to ${guest}`,
    hint: 'Email a new code to the same address',
    next: 'Resend code',
  },
  exit: {
    icon: DoorOpen,
    text: 'Exit',
    nameOf: (guest) => `Exit: Send ${guest} to the exit`,
    hint: 'End the verification and send the guest to the exit',
    next: 'Send to the exit',
    reason: 'Sent to the exit by support',
  },
};

const byPage: Record<GuestPage, readonly MessageName[]> = {
  'Email Entry Page': ['email-prompt', 'verify-redirect'],
  'Verify Code Page': ['code-prompt', 'entry-redirect'],
  'Code Processing Complete': ['code-prompt', 'entry-redirect', 'exit'],
};
const ELSEWHERE: readonly MessageName[] = ['entry-redirect'];
const NONE: readonly MessageName[] = [];

const isGuestPage = (page: string): page is GuestPage => Object.hasOwn(byPage, page);

export function messagesOnPage(ip: string, page: string | null): readonly MessageName[] {
  if (!ip || !page) return NONE;
  return isGuestPage(page) ? byPage[page] : ELSEWHERE;
}

/** The messages for this guest; some may be blocked right now. */
export function messagesFor(guest: Pick<Guest, 'ipAddress' | 'page' | 'outcome' | 'halted'>): readonly MessageName[] {
  if (guest.halted) return NONE;
  const messages = new Set(messagesOnPage(guest.ipAddress, guest.page));
  if (guest.outcome === 'verified') {
    messages.add('exit');
    // The page shows the confirmation instead of the form.
    messages.delete('email-prompt');
  }
  if (guest.outcome !== 'verified' && messages.has('code-prompt')) messages.add('resend');
  // Last, because it ends everything.
  if (messages.delete('exit')) messages.add('exit');
  return [...messages];
}

const IN_MENU: readonly MessageName[] = ['resend', 'exit'];

/** A row shows the spec's two buttons for the page and the message that would help most; the rest is in a menu. */
export function splitMessages(messages: readonly MessageName[], next: MessageName | null) {
  const isInMenu = (message: MessageName) => message !== next && IN_MENU.includes(message);
  return { shown: messages.filter((message) => !isInMenu(message)), inMenu: messages.filter(isInMenu) };
}

/** For places with little room. */
export const shortText = (message: MessageName) => (message === 'resend' ? 'Resend' : messageButtons[message].text);

/** The sidebar has a shorter word for guests who are outside the flow. */
export const sidebarText = (message: MessageName, page: string) =>
  message === 'entry-redirect' && !isGuestPage(page) ? 'Email' : shortText(message);
