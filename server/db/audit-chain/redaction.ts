import type { Clock } from '../../clock.ts';
import type { Keys } from '../../crypto/keys.ts';
import type { ActivityRow, Trx } from '../tables.ts';
import { subjectOf } from './subject.ts';

/** A stand-in until the chain can bind what was redacted: only the rows are rewritten. */
export async function redactEntries(
  trx: Trx,
  _deps: { readonly keys: Keys; readonly clock: Clock },
  entries: readonly { readonly id: string; readonly redact: (row: ActivityRow) => ActivityRow }[],
): Promise<void> {
  for (const { id, redact } of entries) {
    const row = await trx.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) continue;
    const { user_id, page, ip_address, location, device, user_agent, details, actor_name, guest_id } = redact(row);
    const { target } = subjectOf({ ...row, user_id, details });
    await trx
      .updateTable('activity')
      .set({ user_id, page, ip_address, location, device, user_agent, details, actor_name, guest_id, target })
      .where('id', '=', id)
      .execute();
  }
}
