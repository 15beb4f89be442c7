import type { GuestNetwork } from '../../../../contract/guests/guests.ts';
import type { RankedGuest } from '../presence/eviction-rank.ts';

type Networked = Pick<RankedGuest, 'network' | 'wideNetwork'>;

const SINGLE_GUESTS_MAX = 5;
/** The owner of a /48 has 65,536 networks and could put a few guests in each. */
const LINES_MAX = 20;

interface Line {
  readonly name: string;
  guests: number;
  online: number;
}

const add = (line: Line, { guests, online }: Pick<Line, 'guests' | 'online'>) => {
  line.guests += guests;
  line.online += online;
};

/** Null for guests who are listed on their own. */
export function networkLines<Guest extends Networked>(
  guests: Iterable<Guest>,
  isThere: (guest: Guest) => boolean,
): (guest: Networked) => GuestNetwork | null {
  const narrow = new Map<string, Line & { readonly wide: string }>();
  for (const guest of guests) {
    const { network: name, wideNetwork: wide } = guest;
    const line = narrow.get(name) ?? { name, wide, guests: 0, online: 0 };
    add(line, { guests: 1, online: isThere(guest) ? 1 : 0 });
    narrow.set(name, line);
  }
  const wide = new Map<string, Line & { lines: number }>();
  for (const line of narrow.values()) {
    const known = wide.get(line.wide) ?? { name: line.wide, guests: 0, online: 0, lines: 0 };
    known.lines += line.guests > SINGLE_GUESTS_MAX ? 1 : line.guests;
    add(known, line);
    wide.set(line.wide, known);
  }
  return (guest) => {
    const whole = wide.get(guest.wideNetwork);
    if (whole !== undefined && whole.lines > LINES_MAX) return whole;
    const own = narrow.get(guest.network);
    return own !== undefined && own.guests > SINGLE_GUESTS_MAX ? own : null;
  };
}
