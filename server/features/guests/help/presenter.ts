import type { HelpState } from '../../../../contract/guests/help.ts';
import { iso } from '../../../clock.ts';
import type { HelpRow } from '../../../db/tables.ts';

const NO_HELP: HelpState = { reason: null, since: null, attended: false, halted: false, warned: false };

/** A halt that only the browser keeps. */
export const presentKeptHalt = (since: number): HelpState => ({
  reason: 'told_to_come',
  since: iso(since),
  attended: false,
  halted: true,
  warned: false,
});

export function presentHelp(row: HelpRow | undefined, isAttended: boolean): HelpState {
  if (row === undefined) return NO_HELP;
  const halted = row.halted_at !== null;
  return {
    reason: row.reason,
    since: iso(row.asked_at),
    attended: isAttended && !halted,
    halted,
    warned: halted,
  };
}
