import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

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

/** Where a request came from: in accounts and emails. */
export const devices = {
  unknownDevice: 'Unknown device',
  browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  unknownLocation: 'Unknown',
  localNetwork: 'Local network',
};

/** What is wrong with an input. The forms and the server say it: `problem` in `contract/language/problem.rules.ts`. */
export const problems = {
  emailInvalid: 'Please enter a valid email address',
  codeTooShort: (least: number) => `Code must be at least ${least} characters`,
};

/** Emails. */
export const mails = {
  time: (at: number) => `${utcTime('en-GB', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<title/> at <organisation/>',
  signIn: 'Sign in',
  username: 'Username',
  facts: {
    requested: 'Requested',
    time: 'Time',
    account: 'Account',
    device: 'Device',
    location: 'Approximate location',
    by: 'By',
    supportTeam: 'the support team',
  },

  /** To a guest. */
  code: {
    subject: 'Your verification code for <organisation/>',
    title: 'Your verification code',
    use: (minutes: number) =>
      plural('en', minutes, {
        one: 'It confirms your email address and expires in # minute.',
        other: 'It confirms your email address and expires in # minutes.',
      }),
    rule: 'Enter it only on <host/>. Never tell anyone this code: nobody from <organisation/> will ask you for it.',
    notYou:
      "Wasn't it you? Someone may have mistyped their address. You don't need to do anything: without this code nothing happens, and it expires by itself.",
  },

  /** To somebody who asked for an account. "Verify Email" is the button of `signIn`. */
  registration: {
    subject: 'Verify your email address for <organisation/>',
    title: 'Verify your email address',
    asked: 'You asked for an account.',
    askedAs: 'You asked for an account with the username "<name/>".',
    how: 'Open this page in the browser where you asked for it, and choose "Verify Email":',
    open: 'Open the page',
    orCode: 'Or enter this code on the page you came from:',
    expires: 'Both work once, for 24 hours.',
    notYou: "Wasn't it you? You don't need to do anything: without this step there will be no account.",
  },

  /** To somebody who asked for an account and has one. */
  knownAddress: {
    subject: 'You already have an account at <organisation/>',
    title: 'You already have an account',
    why: 'Someone, probably you, asked for an account with this email address. You already have one.',
    help: "If you can't remember how to sign in, please contact the support team.",
    notYou: "Wasn't it you? You don't need to do anything.",
  },

  /** With a temporary password. */
  password: {
    created: {
      subject: 'Your account at <organisation/>',
      title: 'Your account',
      why: 'The support team has created an account for you.',
    },
    reset: {
      subject: 'Your new password at <organisation/>',
      title: 'Your new password',
      why: 'The support team has reset your password.',
    },
    usernameWithoutSpace: 'Username (without the space)',
    askForUsername: 'please ask the support team for it',
    temporaryPassword: 'Temporary password',
    expires: (days: number) =>
      plural('en', days, {
        one: 'The temporary password expires in one day. After that, please ask for another one.',
        other: 'The temporary password expires in # days. After that, please ask for another one.',
      }),
    next: "You'll be asked to choose a new password. Only you will know it, and nobody from <organisation/> will ever ask you for it.",
    notExpected: "Didn't expect this? Please tell the support team and don't sign in.",
  },

  /** To the new email address of an account. */
  emailChange: {
    subject: 'Confirm your new email address at <organisation/>',
    title: 'Confirm your new email address',
    why: 'Someone who is signed in to an account at <organisation/> wants to use this email address for it.',
    whyOf: 'Someone who is signed in to the account <name/> at <organisation/> wants to use this email address for it.',
    rule: (minutes: number) =>
      plural('en', minutes, {
        one: 'Enter the code only on <host/>, in your account. It expires in # minute. Never tell anyone this code: nobody from <organisation/> will ask you for it.',
        other:
          'Enter the code only on <host/>, in your account. It expires in # minutes. Never tell anyone this code: nobody from <organisation/> will ask you for it.',
      }),
    notYou:
      "Wasn't it you? Someone may have mistyped their address. You don't need to do anything: without this code nothing changes, and it expires by itself.",
  },

  /** To the owner of an account, about what happened to it. */
  notices: {
    'new device': {
      title: 'New sign-in',
      sentence: 'Your account was used to sign in from a new browser.',
    },
    'second step failed': {
      title: 'Sign-in stopped',
      sentence: 'Someone entered your password in a new browser, but not your second factor. We stopped the sign-in.',
    },
    'password changed': { title: 'Password changed', sentence: 'Your password was changed.' },
    'password reset': {
      title: 'Password reset',
      sentence: 'The support team has reset your password. Your old password no longer works.',
    },
    'second factor added': { title: 'Second factor added', sentence: 'A second factor was added to your account.' },
    'second factor removed': {
      title: 'Second factor removed',
      sentence: 'A second factor was removed from your account.',
    },
    'second factor reset': {
      title: 'Second factors removed',
      sentence: 'The support team has removed all second factors from your account.',
    },
    'single sign-on linked': {
      title: 'Single sign-on linked',
      sentence: 'Single sign-on was linked to your account. Anyone who can sign in there can now sign in here as you.',
    },
    'single sign-on unlinked': {
      title: 'Single sign-on unlinked',
      sentence: 'Single sign-on was unlinked from your account.',
    },
    'e-mail changed': {
      title: 'Email address changed',
      sentence: 'The email address of your account was changed. Emails about it now go to another address.',
    },
    'e-mail set': {
      title: 'Email address changed',
      sentence: 'The email address of an account was changed to this one. Emails about it now come here.',
    },
    'became staff': {
      title: 'New role',
      sentence:
        'An admin gave your account a role in the back-office. Your password, second factors, linked sign-ins and sessions no longer work. An admin will give you a new temporary password.',
    },
    'role changed': {
      title: 'Role changed',
      sentence: 'The support team has changed what your account can do. Please sign in again.',
    },
  },
  notYou: "If this wasn't you, or you didn't expect it, please contact the support team right away.",
  noLinks: 'There are no links in this email, on purpose. Open the portal the way you always do.',

  /** To admins. The changes themselves are named as in the back-office, in English. */
  settings: {
    title: 'Settings changed',
    from: 'From <ipAddress/> (<location/>) with <device/>, <time/>',
    open: 'Open Settings',
    advice:
      'Not what you agreed on? Change it back, or withdraw it before it takes effect, and check the account that did it.',
    last: 'There have been many changes. You will get no more emails like this for an hour. Please check the notifications.',
  },
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
