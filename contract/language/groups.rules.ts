import type { Messages } from './messages.ts';

export type MessageGroup = Exclude<keyof Messages, 'errors' | 'mails' | 'staffTexts'>;

/** What the components of an area say, beside `shared` and `problems`. */
export const AREA_MESSAGES = {
  guest: ['guest'],
  'sign-in': ['signIn', 'sso'],
  account: ['account', 'signedIn', 'stepUp', 'sso', 'devices'],
  'forced-password-change': ['account', 'signedIn', 'stepUp'],
  'required-second-factor': ['account', 'signedIn', 'stepUp'],
  admin: ['signedIn', 'stepUp'],
  'admin-denied': ['signIn'],
} as const satisfies Record<string, readonly MessageGroup[]>;

/** On every page. */
export const COMMON_MESSAGES = ['shared', 'problems'] as const satisfies readonly MessageGroup[];
