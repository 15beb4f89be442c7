import type { Messages } from './messages.ts';

export type MessageGroup = Exclude<keyof Messages, 'errors' | 'mails' | 'staffTexts'>;

/** The messages that an area's components use, beside `COMMON_MESSAGES`. */
export const AREA_MESSAGES = {
  guest: ['guest'],
  'sign-in': ['signIn', 'sso'],
  account: ['account', 'signedIn', 'stepUp', 'sso', 'devices'],
  'forced-password-change': ['account', 'signedIn', 'stepUp'],
  'required-second-factor': ['account', 'signedIn', 'stepUp'],
  admin: ['signedIn', 'stepUp'],
  'admin-denied': ['signIn'],
} as const satisfies Record<string, readonly MessageGroup[]>;

export const COMMON_MESSAGES = ['shared', 'problems'] as const satisfies readonly MessageGroup[];
