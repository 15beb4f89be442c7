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

/** Other sentences of the server. */
export const errors = {
  tooManyRequests: (seconds: number) =>
    `Too many attempts. Please try again in ${
      seconds < 60
        ? plural('en', seconds, { one: '# second', other: '# seconds' })
        : plural('en', Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
    }.`,
};
