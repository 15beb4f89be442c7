import { createHmac } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';
import { pooledRandomBytes } from '../crypto/random.ts';

const TIME_BYTES = 6;
const OWN_BYTES = 12;
const lengthOf = (bytes: number) => (bytes / 3) * 4;
const TIME_LENGTH = lengthOf(TIME_BYTES);
const OWN_LENGTH = lengthOf(OWN_BYTES);
const TAG_LENGTH = 4;
const TAG_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Starts with the time, so that guests of the same time are neighbours in indexes. */
export function newGuestSecret(now: number): string {
  const bytes = pooledRandomBytes(TIME_BYTES + OWN_BYTES);
  bytes.writeUIntBE(now, 0, TIME_BYTES);
  return bytes.toString('base64url');
}

const timeIn = (secret: string) => (secret.length === TIME_LENGTH + OWN_LENGTH ? secret.slice(0, TIME_LENGTH) : '');

/** Reveals only the secret's time. */
export const publicGuestId = (keys: Keys, secret: string): string =>
  timeIn(secret) +
  createHmac('sha256', keys.derive('public-guest-id')).update(secret).digest('base64url').slice(0, OWN_LENGTH);

export const guestTag = (publicId: string): string =>
  [...Buffer.from(publicId.slice(-OWN_LENGTH), 'base64url').subarray(0, TAG_LENGTH)]
    .map((byte) => TAG_SIGNS[byte % TAG_SIGNS.length])
    .join('');

export type FindListed = (publicId: string) => { readonly email: string | null } | undefined;

/** How staff recognise a guest, beside the IP address. */
export const guestMark = (publicId: string | null, findListed: FindListed) =>
  publicId === null ? null : { tag: guestTag(publicId), email: findListed(publicId)?.email ?? null };
