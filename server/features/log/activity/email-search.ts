import { createHmac } from 'node:crypto';
import type { ActivityQuery } from '../../../../contract/log/activity.ts';
import { asciiEmail, isEmail } from '../../../../contract/text/email.ts';
import type { Core } from '../../../core.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { searchedText } from '../../../db/queries.ts';
import { demandFromLimits } from '../../../limits/database-counts.ts';
import { countOf } from '../../../limits/limit.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { folded } from '../../../text/names.ts';

/** Lets a search find masked addresses. Useless without the server key. */
export const emailHash = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-search'))
    .update(folded(asciiEmail(email)))
    .digest('base64url');

export async function withEmailHash<Query extends Pick<ActivityQuery, 'q'>>(
  { db, keys, clock }: Pick<Core, 'db' | 'keys' | 'clock'>,
  actor: { readonly userId: string },
  query: Query,
): Promise<Query & { readonly emailHash?: string }> {
  const text = searchedText(query.q);
  if (!isEmail(text)) return query;
  // Limited, so that staff can't guess by searching what a guest typed.
  await demandFromLimits(db, [countOf(LIMITS.addressSearches, actor.userId)], clock.now());
  return { ...query, emailHash: emailHash(keys, text) };
}
