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

/** Sentences of the server. */
export const errors = {
  tooManyRequests: (seconds: number) =>
    `Too many attempts. Please try again in ${
      seconds < 60
        ? plural('en', seconds, { one: '# second', other: '# seconds' })
        : plural('en', Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
    }.`,
};
