import { plural } from '../contract/language/plural.ts';

/** On all pages. */
export const shared = {
  language: 'Language',
  theme: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',

  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  /** A button. */
  tryAgain: 'Try again',
  pleaseTryAgain: 'Please try again',
  pleaseTryAgainLater: 'Please try again in a moment.',
  copied: 'Copied',
  copyFailed: "Couldn't copy. Select the text instead.",
  /** Short pieces of news that appear in a corner. F8 is a key. */
  toasts: { label: 'Notifications (F8)', close: 'Close notification' },
  /** The name of the field, such as "New password", is known. */
  passwordField: {
    show: (field: string) => `Show ${field.toLowerCase()}`,
    hide: (field: string) => `Hide ${field.toLowerCase()}`,
    capsLock: 'Caps Lock is on',
  },
  timeAgo: {
    now: 'Just now',
    minutes: (minutes: number) => `${minutes}m ago`,
    hours: (hours: number) => `${hours}h ago`,
    days: (days: number) => `${days}d ago`,
  },
  captcha: {
    label: "I'm not a robot",
    verifying: 'Verifying...',
    slow: 'Still verifying, this can take a minute',
    verified: 'Verified',
    expired: 'Expired, please check again',
    failed: 'Could not verify, please try again',
    loading: 'Loading the captcha...',
    blocked: 'The captcha could not be loaded. Check your connection and your ad blocker.',
  },
  passkeyNotUsed: 'The passkey was not used. Try again, or use another way.',

  unreachable: 'The server could not be reached. Check your connection and try again.',
  unwell: 'The server could not answer. Please try again in a moment.',
  /** Mostly after an update, when an open page asks for files that are gone. */
  notLoaded: {
    title: "Can't load this page",
    description: 'The portal may have been updated, or you may be offline.',
    reload: 'Reload',
    overlayTitle: "Can't open this",
    overlayDescription: 'The portal may have been updated, or you may be offline. Reload the page.',
  },
  needsScript: 'This portal needs JavaScript. Please turn it on and reload the page.',
};

/** Pages of guests. */
export const guest = {
  title: 'Welcome',
};

/** Pages before the sign-in. */
export const signIn = {
  title: 'Sign in',
  adminTitle: 'Admin sign in',

  /** Above the form, where people were sent here. */
  reasons: {
    signedOut: 'You’ve been signed out. Please sign in again.',
    reLogin: 'For your security, please sign in again.',
  },
  user: {
    heading: 'User Portal',
    subtitle: 'User Authentication',
    login: 'Login',
    register: 'Register',
    submit: 'Sign In',
    pending: 'Signing in...',
    done: 'Logged in successfully',
    failed: 'Login failed',
    refused: 'Invalid username or password',
    forgotPassword: 'The support team can give you a temporary password. You sign in with it and choose a new one.',
  },
  admin: {
    heading: 'Admin Portal',
    subtitle: 'Administrative access only',
    submit: 'Access Admin Panel',
    pending: 'Authenticating...',
    done: 'Admin login successful',
    failed: 'Admin login failed',
    refused: 'Invalid admin credentials',
    forgotPassword:
      'Another admin can give you a temporary password in User Management. If there’s no other admin, the person who runs the server can, with “<command/>”.',
    backToUserLogin: 'Back to user login',
  },
  /** A user opened the admin panel, or signed in there. */
  denied: {
    pageTitle: 'Admin',
    title: 'Access Denied',
    loading: 'Loading admin panel...',
    redirecting: 'Admin access required. Redirecting...',
    privilegesRequired: 'Admin privileges required',
    role: (role: string) => `Current role: ${role}`,
  },
  username: 'Username',
  password: 'Password',
  enterUsername: 'Enter your username',
  enterPassword: 'Enter your password',
  forgotPassword: 'Forgot your password?',
  withPasskey: 'Sign in with a passkey',
  /** Between two ways to sign in. */
  or: 'or',
  withSso: 'Sign in with single sign-on',

  secondStep: {
    title: 'One more step',
    description: 'Your password is right. Now confirm it’s you.',
    usePasskey: 'Use a passkey',
    appCode: 'Code from your app',
    recoveryCode: 'Recovery code',
    worksOnce: 'Each code works once',
    continue: 'Continue',
    checking: 'Checking...',
    useRecoveryCode: 'Use a recovery code instead',
    useAppCode: 'Use the code from your app',
    startOver: 'Start over',
  },

  /** Where people can't register themselves. */
  noRegistration: {
    title: 'Accounts are created by the support team',
    description:
      'To get an account, please contact the support team with your name and email address. They create it for you and send you what you need to sign in.',
    copyContact: 'Copy support contact',
  },
  register: {
    email: 'Email address',
    emailHint: 'We email you a code to verify it',
    firstName: 'First name',
    lastName: 'Last name',
    optional: 'Optional',
    passwordHint: (least: number) =>
      plural('en', least, { one: 'At least # character', other: 'At least # characters' }),
    submit: 'Create account',
    pending: 'Creating account...',
    haveCode: 'Have a code from our email? <link>Verify your email</link>',
    done: 'Account created successfully',
    doneUnverified: {
      title: 'Registration Successful',
      description: 'Please check your email to verify your account.',
    },
    failed: 'Registration failed',
    failedReason: 'Failed to create account',
  },
  verifyEmail: {
    title: 'Verify your email',
    subtitle: 'One more step to your account',
    backToLogin: 'Back to Login',
    /** The address stands on a line of its own. */
    sentTo: "We've sent an email to <email/>",
    enterCode: 'Enter the code from our email, or open the link in it.',
    code: 'Verification code',
    codeHint: 'The link in our email fills it in',
    codeFilledIn: 'Filled in by the link you opened',
    codeMissing: 'Enter the code from our email',
    submit: 'Verify Email',
    pending: 'Verifying...',
    done: 'Email verified successfully! You can now log in.',
    failed: 'Verification Failed',
    invalid: 'Invalid verification code',
  },
  resend: {
    title: 'No email yet?',
    /** The address stands on a line of its own. */
    description: 'It can take a few minutes. Check your spam folder too. The email comes from <sender/>',
    email: 'Email address',
    emailHint: 'The one you registered with in this browser',
    noAddress: 'Email address not available for resend',
    submit: 'Resend Verification Email',
    pending: 'Sending...',
    done: 'Verification email has been resent to your inbox',
    failed: 'Failed to resend verification email',
  },
};

/** Why single sign-on failed. */
export const sso = {
  'not-linked':
    'Your single sign-on account is not linked to an account here. Sign in with your password and link it in your account.',
  suspended: 'Your account is suspended. Please contact the support team.',
  'second-factor': 'Please sign in with your password and second factor.',
  cancelled: 'Single sign-on was cancelled.',
  expired: 'Single sign-on took too long or was started in another browser. Please try again.',
  failed: 'Single sign-on failed. Please try again, or sign in with your password.',
  unavailable: 'Single sign-on is not available right now. Please try again later, or sign in with your password.',
  taken: 'This single sign-on account is already linked to another account here.',
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
