import { AWAY_SECONDS, type Presence } from '../../../../contract/guests/guests.rules.ts';
import { isAhead } from '../../../clock.ts';

/** Pages without a socket poll every two to five seconds. */
const SILENT_MS = 15_000;
/** A reload looks like leaving for this long. */
export const LEAVING_MS = 3_000;
/** A request sent before the page closed may arrive this late. */
export const LATE_MS = 1_000;

export interface SignsOfLife {
  readonly said: 'here' | 'away';
  readonly said_at: number;
  /** Null if a page was opened since. */
  readonly left_at: number | null;
  readonly last_seen_at: number;
}

export interface PresenceSince {
  readonly presence: Presence;
  readonly since: number;
}

export function presenceOf(
  { said, said_at, left_at, last_seen_at }: SignsOfLife,
  isConnected: boolean,
  now: number,
): PresenceSince {
  const age = isConnected ? 0 : isAhead(last_seen_at, now) ? Number.POSITIVE_INFINITY : now - last_seen_at;
  // Another page of this browser may be open.
  const hasLeft = left_at !== null && !isConnected && last_seen_at <= left_at;
  if (hasLeft && now - left_at >= LEAVING_MS) return { presence: 'left', since: left_at };
  // Hidden pages don't poll, and phones suspend them.
  const patience = said === 'away' ? AWAY_SECONDS * 1000 : SILENT_MS;
  if (age >= patience) return { presence: 'gone', since: last_seen_at };
  return { presence: said, since: said_at };
}
