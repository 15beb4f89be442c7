import type { ChangeKind } from '../../../../contract/log/activity.rules.ts';
import { isEmail } from '../../../../contract/text/email.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { Core } from '../../../core.ts';
import { searchedText } from '../../../db/queries.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from './activity.ts';

type ListFilter = Readonly<Record<string, string | undefined>>;

/** Masked: the guest may not have confirmed the address that staff search for. */
export function maskedSearch(q: string): string {
  const text = searchedText(q);
  return isEmail(text) ? maskedEmail(text) : text;
}

/** Call before sending the first line, so that no export is missing in the log. */
export async function recordExport(
  { transact, clock }: Pick<Core, 'transact' | 'clock'>,
  actor: Caller,
  change: Extract<ChangeKind, `${string} exported`>,
  { q = '', ...filters }: ListFilter,
): Promise<void> {
  const search = searchedText(q) || undefined;
  const details = { change, search, ...filters };
  const entry = { ...actor, action: 'profile_update', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, entry));
}
