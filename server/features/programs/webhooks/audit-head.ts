import type { Core } from '../../../core.ts';
import { headOf, headText } from '../../../db/audit-chain/links.ts';
import { takeFromLimits } from '../../../limits/database-counts.ts';
import type { Emit } from './emit.ts';

/** Once an hour across all processes. */
const HOURLY = { key: 'audit-head', most: 1, seconds: 60 * 60 };

/** A head stored elsewhere proves later that the audit trail was not truncated (decision 72). */
export function headTeller({ transact, clock }: Pick<Core, 'transact' | 'clock'>, emit: Emit) {
  let waitsUntil = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    const now = clock.now();
    if (now < waitsUntil && waitsUntil <= now + HOURLY.seconds * 1000) return;
    await transact('server', async (trx) => {
      const seconds = await takeFromLimits(trx, [HOURLY], now);
      waitsUntil = now + (seconds || HOURLY.seconds) * 1000;
      if (seconds > 0) return;
      const head = await headOf(trx);
      if (head === null) return;
      const { position, hash } = head;
      await emit(trx, { type: 'audit.head', person: null, data: { position, hash, head: headText(head) } });
    });
  };
}
