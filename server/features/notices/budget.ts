import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { addressKey } from '../../delivery/mail-limits.ts';
import { takeFromLimits } from '../../limits/limit-counts.ts';
import type { Actor } from '../../visitor/visitor.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * To one mailbox, of each kind by itself: whoever signs in on one new device after the other floods nobody, and does not use up
 * what tells of another password either.
 */
const TO_ADDRESS = { most: 5, seconds: HOUR };

/**
 * Of what one of the staff did, of each kind by itself: accounts have the addresses that staff give them, so what they do must
 * not become a way of writing to the whole world. What is done to many at once has a count of its own, so that it does not hide
 * what is done to one afterwards.
 */
const OF_STAFF = { most: 200, seconds: DAY };
const OF_ALL_STAFF = { most: 1_000, seconds: DAY };

type BudgetDeps = Pick<Core, 'keys' | 'clock'>;

/** Whether one more may be sent. What it tells of happens in any case. */
export async function takeNotice(
  trx: Trx,
  { keys, clock }: BudgetDeps,
  recipient: string,
  notice: string,
): Promise<boolean> {
  const key = `notices:${notice}:${addressKey(keys, recipient)}`;
  return (await takeFromLimits(trx, [{ key, ...TO_ADDRESS }], clock.now())) === 0;
}

export async function takeNoticeOfStaff(
  trx: Trx,
  { clock }: BudgetDeps,
  actor: Actor,
  notice: string,
  inBulk: boolean,
): Promise<boolean> {
  const kind = inBulk ? `bulk ${notice}` : notice;
  // One after the other: what is taken from a limit is not given back where the next one has nothing left.
  for (const limit of [
    { key: `notices-by:${kind}:${actor.userId}`, ...OF_STAFF },
    { key: `notices-of-staff:${kind}`, ...OF_ALL_STAFF },
  ])
    if ((await takeFromLimits(trx, [limit], clock.now())) > 0) return false;
  return true;
}
