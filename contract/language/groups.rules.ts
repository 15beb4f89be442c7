import type { Messages } from './messages.ts';

export type MessageGroup = Exclude<keyof Messages, 'errors' | 'mails' | 'staffTexts'>;

/** What the components of an area say, beside `shared` and `problems`. */
export const AREA_MESSAGES = {
  guest: ['guest'],
  'sign-in': ['signIn'],
  account: ['account', 'stepUp'],
  'forced-password-change': ['account'],
  'required-second-factor': ['account', 'stepUp'],
  admin: ['stepUp'],
  'admin-denied': [],
} as const satisfies Record<string, readonly MessageGroup[]>;

/** On every page. */
export const COMMON_MESSAGES = ['shared', 'problems'] as const satisfies readonly MessageGroup[];
