import type { GuestSteer } from '../../../../contract/guests/guests.ts';
import type { CareRow } from '../../../db/tables.ts';

const iso = (time: number | null) => new Date(time ?? 0).toISOString();

/** Null where staff have sent nothing yet. */
export function presentSteer(row: CareRow): GuestSteer | null {
  const { steer_what, steer_state, steer_to, steer_by, steer_at, steer_state_at } = row;
  if (steer_what === null || steer_state === null) return null;
  return {
    what: steer_what,
    to: steer_to,
    by: steer_by ?? '',
    at: iso(steer_at),
    state: steer_state,
    stateAt: iso(steer_state_at ?? steer_at),
  };
}
