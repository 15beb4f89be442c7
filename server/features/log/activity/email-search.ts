import { createHmac } from 'node:crypto';
import type { ActivityQuery } from '../../../../contract/log/activity.ts';
import { asciiEmail, isEmail } from '../../../../contract/text/email.ts';
import type { Core } from '../../../core.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { searchedText } from '../../../db/queries.ts';
import { tooManyRequests } from '../../../errors.ts';
import { takeFromLimits } from '../../../limits/limit-counts.ts';
import { folded } from '../../../text/names.ts';

/** Finds the entries of an email address that they show masked; useless without the server's key. */
export const emailHash = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-search'))
    .update(folded(asciiEmail(email)))
    .digest('base64url');

/** An hour, so that staff cannot guess by searching what a guest has typed. */
const SEARCHES = { most: 200, seconds: 60 * 60 };

export async function withEmailHash<Query extends Pick<ActivityQuery, 'q'>>(
  { db, keys, clock }: Pick<Core, 'db' | 'keys' | 'clock'>,
  actor: { readonly userId: string },
  query: Query,
): Promise<Query & { readonly emailHash?: string }> {
  const text = searchedText(query.q);
  if (!isEmail(text)) return query;
  const seconds = await takeFromLimits(db, [{ key: `address-search:${actor.userId}`, ...SEARCHES }], clock.now());
  if (seconds > 0) throw tooManyRequests(seconds);
  return { ...query, emailHash: emailHash(keys, text) };
}
