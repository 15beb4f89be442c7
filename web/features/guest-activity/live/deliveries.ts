import { useState } from 'react';
import type { Guest } from '../../../../contract/guest-activity.ts';

export interface Delivery {
  what: 'prompt' | 'redirect';
  at: number;
}

export type Deliveries = ReadonlyMap<string, Delivery>;

/** What waited before and waits no longer has been delivered. */
export function withDelivered(
  known: Deliveries,
  before: readonly Guest[],
  after: readonly Guest[],
  at: number,
): Deliveries {
  const waited = new Map(before.map((guest) => [guest.guestId, guest.waiting]));
  const next = new Map(known);
  for (const { guestId, waiting } of after) {
    const then = waited.get(guestId);
    if (waiting.prompt || waiting.redirect) next.delete(guestId);
    else if (then?.redirect) next.set(guestId, { what: 'redirect', at });
    else if (then?.prompt) next.set(guestId, { what: 'prompt', at });
  }
  return next;
}

const NONE: Deliveries = new Map();

/** What guests have got since the page was opened. */
export function useDeliveries(guests: readonly Guest[]): Deliveries {
  const [known, setKnown] = useState({ guests, deliveries: NONE });
  if (known.guests === guests) return known.deliveries;
  const deliveries = withDelivered(known.deliveries, known.guests, guests, Date.now());
  setKnown({ guests, deliveries });
  return deliveries;
}
