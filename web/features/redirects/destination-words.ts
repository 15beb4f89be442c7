import type { Messages } from '../../../contract/language/messages.ts';
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

type Asked = Messages['signedIn']['asked'];

interface DestinationWords {
  /** For staff: what the page shows to a signed-in user. */
  shows: string;
  /** For staff: what the page shows to a guest, if guests can be sent there. */
  guestSees?: string;
  /** What the user must do there to end a persistent redirect; null if nothing ends it. */
  endedBy: keyof Asked['leaveAfter'] | null;
  /** A signed-in user sees their account there instead of the page. */
  showsAccount?: true;
}

const SHOWS_ACCOUNT = 'Their account home. This page is only for guests who confirm an email address.';

const words: Record<DestinationPath, DestinationWords> = {
  [COMPLETE_INFO_PATH]: {
    shows: 'A message that the support team manages profile completion and will contact them. There is no form.',
    endedBy: null,
  },
  [UPDATE_DETAILS_PATH]: {
    shows: 'A form with their name, phone, date of birth and address.',
    endedBy: 'details',
  },
  [RE_LOGIN_PATH]: { shows: 'The sign-in page. Their session ends.', endedBy: 'signIn' },
  [TERMS_PATH]: { shows: 'The terms from Settings, with a button to accept them.', endedBy: 'terms' },
  [SECURITY_CHECK_PATH]: { shows: 'A form that asks for their password.', endedBy: 'password' },
  [EMAIL_ENTRY_PATH]: {
    shows: SHOWS_ACCOUNT,
    guestSees: 'The email page, where they can enter another address.',
    endedBy: null,
    showsAccount: true,
  },
  [VERIFY_CODE_PATH]: {
    shows: SHOWS_ACCOUNT,
    guestSees: 'The code page. Guests who haven’t been sent a code go back to the email page.',
    endedBy: null,
    showsAccount: true,
  },
};

export const wordsOf = (path: string): DestinationWords | undefined =>
  DESTINATIONS.some((known) => known.path === path) ? words[path as DestinationPath] : undefined;

export interface AskedBy {
  reason: string | null;
  isPersistent: boolean;
}

/** What a redirected user reads: who sent them, why, what the page is instead, and how to leave. */
export function describeAsked(path: string, { reason, isPersistent }: AskedBy, organisation: string, asked: Asked) {
  const { endedBy = null, showsAccount } = wordsOf(path) ?? {};
  return {
    who: asked.by(organisation),
    reason,
    instead: showsAccount && asked.accountInstead,
    leave: !isPersistent ? asked.leaveAnytime : endedBy === null ? asked.leaveWhenEnded : asked.leaveAfter[endedBy],
  };
}

/** Nothing that the user can do there ends the redirect. */
export const isTrap = (path: string, isPersistent: boolean) => isPersistent && wordsOf(path)?.endedBy === null;
