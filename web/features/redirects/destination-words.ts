import {
  COMPLETE_INFO_PATH,
  DESTINATIONS,
  type DestinationPath,
  RE_LOGIN_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../../contract/redirects/redirects.rules.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';

interface DestinationWords {
  /** For staff: what a signed-in user finds there. */
  shows: string;
  /** For staff, where guests can be sent. */
  guestSees?: string;
  /** What the user does there that ends a persistent redirect; null: nothing. */
  endedBy: string | null;
  /** For the user, where the page is not what it is called. */
  instead?: string;
}

const ACCOUNT_INSTEAD = 'Only guests confirm an email address here. You’re signed in, so you see your account instead.';
const SHOWS_ACCOUNT = 'Their account home. This page is only for guests who confirm an email address.';

const words: Record<DestinationPath, DestinationWords> = {
  [COMPLETE_INFO_PATH]: {
    shows: 'A message that the support team manages profile completion and will contact them. There is no form.',
    endedBy: null,
  },
  [UPDATE_DETAILS_PATH]: {
    shows: 'A form with their name, phone, date of birth and address.',
    endedBy: 'save your details',
  },
  [RE_LOGIN_PATH]: { shows: 'The sign-in page. Their session ends.', endedBy: 'sign in again' },
  [TERMS_PATH]: { shows: 'The terms from Settings, with a button to accept them.', endedBy: 'accept the terms' },
  [SECURITY_CHECK_PATH]: { shows: 'A form that asks for their password.', endedBy: 'confirm your password' },
  [EMAIL_ENTRY_PATH]: {
    shows: SHOWS_ACCOUNT,
    guestSees: 'The email page, where they can enter another address.',
    endedBy: null,
    instead: ACCOUNT_INSTEAD,
  },
  [VERIFY_CODE_PATH]: {
    shows: SHOWS_ACCOUNT,
    guestSees: 'The code page. Guests who haven’t been sent a code go back to the email page.',
    endedBy: null,
    instead: ACCOUNT_INSTEAD,
  },
};

export const wordsOf = (path: string): DestinationWords | undefined =>
  DESTINATIONS.some((known) => known.path === path) ? words[path as DestinationPath] : undefined;

export interface AskedBy {
  reason: string | null;
  isPersistent: boolean;
}

/** What a redirected user reads: who sent them, why, what the page is instead, and how to leave. */
export function describeAsked(path: string, { reason, isPersistent }: AskedBy, organisation: string) {
  const { endedBy = null, instead } = wordsOf(path) ?? {};
  return {
    who: `The support team of ${organisation} sent you to this page.`,
    reason,
    instead,
    leave: !isPersistent
      ? 'You can leave it at any time.'
      : endedBy === null
        ? 'You can leave it when the support team ends this. Until then you can sign out.'
        : `You can leave it after you ${endedBy}, or sign out.`,
  };
}

/** Nothing that the user can do there ends the redirect. */
export const isTrap = (path: string, isPersistent: boolean) => isPersistent && wordsOf(path)?.endedBy === null;
