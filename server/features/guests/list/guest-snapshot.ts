import type { Outcome } from '../../../../contract/guests/guests.rules.ts';
import type { HelpRow } from '../../../db/tables.ts';
import { outcomeOf } from '../../verification/facts.ts';
import type { PresentGuest } from '../presence/presence.ts';
import type { PresenceSince } from '../presence/signs-of-life.ts';
import { type Stuck, stuckOf } from './stuck.ts';

export interface GuestSnapshot extends PresenceSince {
  readonly guest: PresentGuest;
  readonly outcome: Outcome;
  readonly outcomeAt: number | null;
  readonly help: HelpRow | undefined;
  readonly stuck: Stuck | null;
}

export function snapshotOf(
  guest: PresentGuest,
  { presence, since }: PresenceSince,
  help: HelpRow | undefined,
  now: number,
): GuestSnapshot {
  const { page_since: pageSince, verification, mail } = guest;
  const { outcome, at: outcomeAt } = outcomeOf(verification, now);
  const asked = help === undefined ? null : { reason: help.reason, since: help.asked_at };
  const stuck = stuckOf({ presence, pageSince, verification, mail, help: asked }, now);
  return { guest, presence, since, outcome, outcomeAt, help, stuck };
}
