import type { Messages } from './messages.ts';

export type MessageGroup = Exclude<keyof Messages, 'errors'>;

/** What the components of an area say, beside `shared`. */
export const AREA_MESSAGES = {
  guest: ['guest'],
  'sign-in': ['signIn'],
  account: [],
  'forced-password-change': [],
  'required-second-factor': [],
  admin: [],
  'admin-denied': [],
} as const satisfies Record<string, readonly MessageGroup[]>;
