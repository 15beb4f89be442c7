import { plural } from '../contract/language/plural.ts';

/** On all pages. */
export const shared = {
  language: 'Language',
  theme: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
};

/** Pages of guests. */
export const guest = {
  title: 'Welcome',
};

/** Pages before the sign-in. */
export const signIn = {
  title: 'Sign in',
  adminTitle: 'Admin sign in',
};

/** Pages of an account. */
export const account = {};

/** The dialog that asks people to confirm it's them. */
export const stepUp = {};

/** What is wrong with an input. The forms and the server say it: `problem` in `contract/language/problem.rules.ts`. */
export const problems = {
  emailInvalid: 'Please enter a valid email address',
  codeTooShort: (least: number) => `Code must be at least ${least} characters`,
};

/** Emails. */
export const mails = {};

/** What guests and users read until staff write their own texts. The server chooses, see `guest-texts.ts`. */
export const staffTexts = {
  emailPromptMessage: 'Please enter your email',
  codePromptMessage: 'Please enter your verification code again',
  exitMessage: 'Thank you for completing the verification process',
  /** Instead of the exit message, for guests without a confirmed address. */
  verificationEnded: 'The support team has ended this verification.',
  replies: {
    'check-spam': 'Please check your spam folder',
    'new-code': "We've just sent you a new code",
    'check-address': 'Please check your email address',
  },
  termsText: `By using this portal you agree to the following.

1. Your account is yours alone. Keep your password to yourself and tell the support team when somebody else may know it.
2. Use the portal only for what it is meant for, and respect the other people who use it.
3. Sign-ins and changes are recorded with time, address and device, to keep accounts safe.
4. The support team may suspend an account that is misused.

If you have questions, please contact the support team before you accept.`,
};

/** Other sentences of the server. */
export const errors = {
  tooManyRequests: (seconds: number) =>
    `Too many attempts. Please try again in ${
      seconds < 60
        ? plural('en', seconds, { one: '# second', other: '# seconds' })
        : plural('en', Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
    }.`,
};
