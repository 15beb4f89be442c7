import { createHmac } from 'node:crypto';
import type { Keys } from '../keys.ts';

/** 96 bits: nobody guesses the one of somebody else, and none comes twice. */
const ID_LENGTH = 16;
const TAG_LENGTH = 4;
/** Letters and digits that nobody mixes up when they are read aloud. */
const TAG_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** How staff and frames name a browser in the guest flow: the id in its cookie never leaves the server. */
export const publicGuestId = (keys: Keys, cookieId: string): string =>
  createHmac('sha256', keys.derive('public-guest-id')).update(cookieId).digest('base64url').slice(0, ID_LENGTH);

/** By which staff tell guests of one address apart. Part of the public id, so that it stays the same. */
export const guestTag = (publicId: string): string =>
  [...Buffer.from(publicId, 'base64url').subarray(0, TAG_LENGTH)]
    .map((byte) => TAG_SIGNS[byte % TAG_SIGNS.length])
    .join('');
