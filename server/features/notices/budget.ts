import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { addressKey } from '../../delivery/mail-limits.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Actor } from '../../visitor/visitor.ts';

type BudgetDeps = Pick<Core, 'keys' | 'clock'>;

/**
 * Whether one more may be sent to an email address. Each kind counts by itself: many sign-ins on new devices flood no
 * mailbox, and use up nothing of what tells of a changed password.
 */
export async function takeNotice(
  trx: Trx,
  { keys, clock }: BudgetDeps,
  recipient: string,
  notice: string,
): Promise<boolean> {
  const count = countOf(LIMITS.notices, addressKey(keys, recipient), notice);
  return (await takeFromLimits(trx, [count], clock.now())) === 0;
}

/**
 * Whether one more may be sent about what staff did. Staff choose the email addresses of accounts, so this must not become a way
 * to write to the whole world. A change of many accounts counts by itself, so that it does not hide a later change of one.
 */
export async function takeNoticeOfStaff(
  trx: Trx,
  { clock }: BudgetDeps,
  actor: Actor,
  notice: string,
  inBulk: boolean,
): Promise<boolean> {
  const kind = inBulk ? `bulk ${notice}` : notice;
  // One after the other: if the second has nothing left, nothing is rolled back here.
  for (const count of [countOf(LIMITS.noticesByStaff, actor.userId, kind), countOf(LIMITS.noticesByAllStaff, kind)])
    if ((await takeFromLimits(trx, [count], clock.now())) > 0) return false;
  return true;
}
