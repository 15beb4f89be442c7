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

/** What an entry keeps of an address that it shows masked. Without the server's key it says nothing. */
export const addressHash = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-search'))
    .update(folded(asciiEmail(email)))
    .digest('base64url');

/** The query with what finds masked addresses, where it is a whole address that is searched for. */
export async function withAddressHash<Query extends Pick<ActivityQuery, 'q'>>(
  { db, keys, clock }: Pick<Core, 'db' | 'keys' | 'clock'>,
  actor: { readonly userId: string },
  query: Query,
): Promise<Query & { readonly addressHash?: string }> {
  const text = searchedText(query.q);
  if (!isEmail(text)) return query;
  // Searching for one address after the other must not be a way to guess what a guest has typed.
  await demandFromLimits(db, [countOf(LIMITS.addressSearches, actor.userId)], clock.now());
  return { ...query, addressHash: addressHash(keys, text) };
}
