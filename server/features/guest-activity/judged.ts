import type { Outcome } from '../../../contract/guest-activity.rules.ts';
import type { Guest } from '../../../contract/guest-activity.ts';
import { outcomeOf } from './outcome.ts';
import type { PresentGuest } from './presence.ts';
import type { PresenceSince } from './signs-of-life.ts';
import { type Stuck, stuckOf } from './stuck.ts';

export type Help = Pick<Guest, 'help' | 'halted'>;

/** A guest at one moment. */
export interface Judged extends PresenceSince {
  readonly guest: PresentGuest;
  readonly outcome: Outcome;
  readonly outcomeAt: number | null;
  readonly help: Help;
  readonly stuck: Stuck | null;
}

export function judged(guest: PresentGuest, { presence, since }: PresenceSince, help: Help, now: number): Judged {
  const { page_since: pageSince, verification, mail } = guest;
  const { outcome, at: outcomeAt } = outcomeOf(verification, now);
  const asked = help.help && { reason: help.help.reason, since: Date.parse(help.help.since) };
  const stuck = stuckOf({ presence, pageSince, verification, mail, help: asked }, now);
  return { guest, presence, since, outcome, outcomeAt, help, stuck };
}
