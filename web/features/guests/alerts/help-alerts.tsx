import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { counted } from '../../../ui/count.ts';
import { alertStaff } from '../../notifications/alerts/alert.ts';
import { usePreferences } from '../../notifications/api.ts';
import { useGuestsInNeed } from '../api.ts';
import { describeStuck } from '../guest-facts.ts';
import { newlyStuck, ringing, type Told } from './newly-stuck.ts';

function describeNeed(fresh: readonly Guest[]) {
  const [first, second] = fresh;
  return first && !second
    ? { title: `${guestName(first)} needs help`, query: `guest=${encodeURIComponent(first.id)}` }
    : { title: `${counted(fresh.length, 'guest')} need help`, query: 'view=needs-help' };
}

/** Announces every stuck guest once. */
export function HelpAlerts() {
  const { data: guests } = useGuestsInNeed();
  const { data: preferences } = usePreferences();
  const [, navigate] = useLocation();
  const told = useRef<Told | null>(null);
  const [said, setSaid] = useState('');
  const tell = useEffectEvent((now: readonly Guest[]) => {
    const { fresh, ...next } = newlyStuck(told.current, ringing(now, preferences?.silent ?? []), Date.now());
    told.current = next.told;
    if (fresh.length === 0) return;
    const { title, query } = describeNeed(fresh);
    const reasons = fresh.map(describeStuck);
    setSaid(`${title}: ${reasons.join(', ')}`);
    const path = `/admin/guest-activity?${query}`;
    alertStaff({ title, body: reasons.join('\n'), tag: 'guests-in-need', path }, navigate);
  });
  useEffect(() => {
    if (guests) tell(guests);
  }, [guests]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
