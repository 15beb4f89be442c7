import { AWAY_SECONDS, type Presence } from '../../../../contract/guests/guests.rules.ts';
import { isAhead } from '../../../clock.ts';

/** Pages ask every two to five seconds where they have no socket. */
const SILENT_MS = 15_000;
/** A page that is loaded anew, or gives way to the next one, says that it closes. Whoever comes back so soon never left. */
export const LEAVING_MS = 3_000;
/** What a page asked for before it was hidden or closed may arrive after that. */
export const LATE_MS = 1_000;

/** What the pages of a browser said of themselves, and when anything was last heard of it. */
export interface SignsOfLife {
  readonly said: 'here' | 'away';
  readonly said_at: number;
  /** When a page said that it closes; null when there was a page since. */
  readonly left_at: number | null;
  readonly last_seen_at: number;
}

export interface PresenceSince {
  readonly presence: Presence;
  readonly since: number;
}

/** Whether a guest is there. A socket that is open shows it as well as anything that a page asks for. */
export function presenceOf(
  { said, said_at, left_at, last_seen_at }: SignsOfLife,
  isConnected: boolean,
  now: number,
): PresenceSince {
  const age = isConnected ? 0 : isAhead(last_seen_at, now) ? Number.POSITIVE_INFINITY : now - last_seen_at;
  // Of two pages of one browser the other one may still be open.
  const hasLeft = left_at !== null && !isConnected && last_seen_at <= left_at;
  if (hasLeft && now - left_at >= LEAVING_MS) return { presence: 'left', since: left_at };
  // A page that is out of sight asks for nothing, and a phone may have suspended it.
  const patience = said === 'away' ? AWAY_SECONDS * 1000 : SILENT_MS;
  if (age >= patience) return { presence: 'gone', since: last_seen_at };
  return { presence: said, since: said_at };
}

export const isThere = ({ presence }: Pick<PresenceSince, 'presence'>) => presence === 'here' || presence === 'away';
