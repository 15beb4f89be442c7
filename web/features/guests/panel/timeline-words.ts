import {
  CornerUpRight,
  DoorOpen,
  Eye,
  HandHelping,
  HeartHandshake,
  Keyboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MailCheck,
  MailPlus,
  MailWarning,
  MailX,
  MessageCircle,
  OctagonAlert,
  Play,
  ShieldCheck,
  Undo2,
  X,
} from 'lucide-react';
import type { TimelineEntry } from '../../../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../../../contract/guests/help.rules.ts';
import { MESSAGE_KINDS } from '../../../../contract/guests/messages.rules.ts';
import { languageName } from '../../../../contract/language/language-name.ts';
import { destinationLabel } from '../../../../contract/redirects/redirects.rules.ts';
import type { Tone } from '../guest-facts.ts';
import { describeState } from '../messages/message-words.ts';

interface EventWords {
  icon: LucideIcon;
  text: string;
  tone: Tone;
  /** The words follow a name: "ann started helping". */
  afterName?: true;
}

const eventWords: Record<TimelineEntry['event'], EventWords> = {
  opened: { icon: Eye, text: 'Opened a page', tone: 'neutral' },
  address_entered: { icon: Mail, text: 'Entered an email address', tone: 'neutral' },
  mail_queued: { icon: Mail, text: 'Email queued', tone: 'neutral' },
  mail_sent: { icon: MailCheck, text: 'Email sent', tone: 'success' },
  mail_failed: { icon: MailX, text: 'Email rejected', tone: 'danger' },
  mail_expired: { icon: MailWarning, text: 'Email expired', tone: 'warning' },
  mail_bounced: { icon: MailX, text: 'Email bounced', tone: 'danger' },
  code_tried: { icon: Keyboard, text: 'Entered a code', tone: 'neutral' },
  code_refused: { icon: X, text: 'Wrong code', tone: 'danger' },
  verified: { icon: ShieldCheck, text: 'Verified', tone: 'success' },
  help_asked: { icon: LifeBuoy, text: 'Asked for help', tone: 'warning' },
  help_withdrawn: { icon: Undo2, text: 'No longer needs help', tone: 'neutral' },
  halted: { icon: OctagonAlert, text: `Chose “${HELP_WORDS.told_to_come}”`, tone: 'danger' },
  went_on: { icon: Play, text: 'Chose to go on', tone: 'neutral' },
  prompt: { icon: MessageCircle, text: 'Prompt', tone: 'info' },
  redirect: { icon: CornerUpRight, text: 'Redirect', tone: 'info' },
  exit: { icon: DoorOpen, text: 'Exit', tone: 'info' },
  resend: { icon: MailPlus, text: 'New code', tone: 'info' },
  assigned: { icon: HandHelping, text: 'started helping', tone: 'info', afterName: true },
  unassigned: { icon: HeartHandshake, text: 'stopped helping', tone: 'neutral', afterName: true },
};

const delayed: EventWords = { icon: MailWarning, text: 'Email delayed', tone: 'warning' };

/** A queued email with an error was delayed by its mail server. */
export const wordsOf = ({ event, detail }: Pick<TimelineEntry, 'event' | 'detail'>): EventWords =>
  event === 'mail_queued' && detail !== null ? delayed : eventWords[event];

export function progressOf({ event, state }: Pick<TimelineEntry, 'event' | 'state'>) {
  const kind = MESSAGE_KINDS.find((one) => one === event);
  return kind && state ? describeState(kind, state) : null;
}

/** Once a guest has seen a prompt, its text is in `shown`. */
export function detailOf({ event, detail, shown }: Pick<TimelineEntry, 'event' | 'detail' | 'shown'>) {
  if (event === 'prompt' && shown !== null) return null;
  return event === 'redirect' && detail !== null ? destinationLabel(detail) : detail;
}

/** "Shown in German: …" */
export const shownIn = ({ shown }: Pick<TimelineEntry, 'shown'>) =>
  shown && { before: `Shown in ${languageName(shown.language)}:`, ...shown };

export interface TimelineLine extends TimelineEntry {
  times: number;
}

/** Folds repeated tries of a code into one line. */
export function timelineLines(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const isSame = last?.event === entry.event && last.detail === entry.detail && entry.by === null;
    if (last && isSame) last.times += 1;
    else lines.push({ ...entry, times: 1 });
  }
  return lines;
}
