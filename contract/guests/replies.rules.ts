import type { HelpReason } from './help.rules.ts';
import { REPLIES, type Reply } from './messages.rules.ts';
import type { StuckReason } from './stuck.rules.ts';

/** What the guest chose under "I need help", or why they are stuck. */
type Trouble = HelpReason | Exclude<StuckReason, 'asked_for_help'>;

/** Fitting replies, best first. */
const FITTING_REPLIES: Record<Trouble, readonly Reply[]> = {
  no_mail: ['check-spam', 'new-code', 'check-address'],
  wrong_address: ['check-address'],
  code_refused: ['new-code', 'check-spam'],
  told_to_come: [],
  mail_failed: ['check-address'],
  no_code_tried: ['check-spam', 'new-code', 'check-address'],
  codes_refused: ['new-code', 'check-spam'],
  code_expired: ['new-code'],
  slow_step: ['check-spam', 'check-address'],
};

interface GuestFacts {
  readonly help: { readonly reason: HelpReason } | null;
  readonly stuck: { readonly reason: StuckReason } | null;
}

/** What the guest said counts more than what we noticed. */
function troubleOf({ help, stuck }: GuestFacts): Trouble | null {
  if (help) return help.reason;
  return stuck === null || stuck.reason === 'asked_for_help' ? null : stuck.reason;
}

/** All replies, fitting ones first. */
export function repliesFor(guest: GuestFacts): readonly Reply[] {
  const trouble = troubleOf(guest);
  const fitting = trouble === null ? [] : FITTING_REPLIES[trouble];
  return [...new Set([...fitting, ...(Object.keys(REPLIES) as Reply[])])];
}
