import { createHmac } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';
import { randomPiece } from '../crypto/random.ts';

const TIME_BYTES = 6;
/** 96 bits: nobody guesses the one of somebody else, and none comes twice. */
const OWN_BYTES = 12;
const lengthOf = (bytes: number) => (bytes / 3) * 4;
const TIME_LENGTH = lengthOf(TIME_BYTES);
const OWN_LENGTH = lengthOf(OWN_BYTES);
const TAG_LENGTH = 4;
/** Letters and digits that nobody mixes up when they are read aloud. */
const TAG_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The secret in the cookie of a guest's browser. It begins with the time, as other ids do: browsers that come at the same time stand side by side
 * in every index, and what they do together changes a few of its pages instead of one for each of them.
 */
export function newGuestSecret(now: number): string {
  const bytes = randomPiece(TIME_BYTES + OWN_BYTES);
  bytes.writeUIntBE(now, 0, TIME_BYTES);
  return bytes.toString('base64url');
}

/** Those of the versions before have none. */
const timeIn = (secret: string) => (secret.length === TIME_LENGTH + OWN_LENGTH ? secret.slice(0, TIME_LENGTH) : '');

/** The guest id for staff and frames. The secret itself never leaves the server, but for its time. */
export const publicGuestId = (keys: Keys, secret: string): string =>
  timeIn(secret) +
  createHmac('sha256', keys.derive('public-guest-id')).update(secret).digest('base64url').slice(0, OWN_LENGTH);

/** By which staff tell guests of one address apart. Part of the public id, so that it stays the same. */
export const guestTag = (publicId: string): string =>
  [...Buffer.from(publicId.slice(-OWN_LENGTH), 'base64url').subarray(0, TAG_LENGTH)]
    .map((byte) => TAG_SIGNS[byte % TAG_SIGNS.length])
    .join('');
