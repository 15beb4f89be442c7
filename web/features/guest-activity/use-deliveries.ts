import { useState } from 'react';
import type { Guest } from '../../../contract/guest-activity.ts';
import { type Deliveries, withDelivered } from './deliveries.ts';

const NONE: Deliveries = new Map();

/** What guests have got since the page was opened. */
export function useDeliveries(guests: readonly Guest[]): Deliveries {
  const [known, setKnown] = useState({ guests, deliveries: NONE });
  if (known.guests === guests) return known.deliveries;
  const deliveries = withDelivered(known.deliveries, known.guests, guests, Date.now());
  setKnown({ guests, deliveries });
  return deliveries;
}
