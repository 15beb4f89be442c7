import { createHmac } from 'node:crypto';
import type { Core } from '../core.ts';
import { takeFromLimits } from '../db/limit-counts.ts';
import type { Trx } from '../db/tables.ts';
import { tooManyRequests } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { folded } from '../names.ts';
import { networkOf } from '../visitor/address.ts';
import type { Visitor } from '../visitor/visitor.ts';

const MAILS_PER_NETWORK = { most: 3, seconds: 60 };
const MAILS_PER_ADDRESS = [
  { most: 5, seconds: 10 * 60 },
  { most: 10, seconds: 60 * 60 },
] as const;

/** Addresses are counted by a keyed hash: a limit need not know whom it is about. */
export const addressKey = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-limits')).update(folded(email)).digest('base64url');

/** For mails that strangers can cause. Known or unknown, an address has the same limits. */
export async function takeMail(
  trx: Trx,
  { keys, clock }: Pick<Core, 'keys' | 'clock'>,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const address = addressKey(keys, email);
  const limits = [
    { key: `mails:${networkOf(visitor.ipAddress)}`, ...MAILS_PER_NETWORK },
    ...MAILS_PER_ADDRESS.map((limit) => ({ key: `mails-${limit.seconds}:${address}`, ...limit })),
  ];
  const seconds = await takeFromLimits(trx, limits, clock.now());
  if (seconds > 0) throw tooManyRequests(seconds);
}
