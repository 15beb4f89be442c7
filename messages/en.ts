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
  notOurCode: "This isn't one of our codes",
  helpReasonMissing: 'Please choose what you need help with',
  tokenMissing: 'Missing token parameter',
  credentialsMissing: 'Please enter both username and password',
  captchaMissing: 'Please complete the captcha verification',
  appCodeMissing: 'Enter the code from your app',
  recoveryCodeMissing: 'Enter one of your recovery codes',
  usernameMissing: 'Please enter a username',
  usernameTooLong: (most: number) => `Usernames can have at most ${most} characters`,
  usernameNotAWord: 'Please choose a username without spaces, slashes or colons',
  usernameSpaces: 'Please use single spaces in the username',
  firstNameTooLong: (most: number) => `First names can have at most ${most} characters`,
  lastNameTooLong: (most: number) => `Last names can have at most ${most} characters`,
  notPlainText: 'Please use only letters, digits and common punctuation',
  invisible: "Names can't have invisible characters. Please type it again instead of pasting it.",
  verificationCodeMissing: 'Please enter the verification code',
  currentPasswordMissing: 'Current password is required',
  passwordTooShort: (least: number) => `New password must be at least ${least} characters`,
  passwordTooLong: (most: number) => `Passwords can have at most ${most} characters`,
  confirmationMissing: 'Please confirm your new password',
  confirmationDiffers: "Passwords don't match",
  phoneInvalid: 'Please enter a phone number, such as +44 20 7946 0000',
  dateInvalid: 'Please enter a date in the past',
  tooLong: (most: number) =>
    plural('en', most, { one: 'Please use at most # character', other: 'Please use at most # characters' }),
  /** Of a passkey. */
  nameMissing: 'Please enter a name',
  notAPicture: 'Please choose a picture, such as a JPEG, PNG or WebP file.',
  pictureFileTooLarge: 'Please choose a picture of at most 20 MB.',
  pictureTooLarge: 'A picture can have at most 64 kB',
  noBody: 'This call takes no body.',
};

/** Emails. */
export const mails = {};

/** Other sentences of the server. */
export const errors = {
  inputInvalid: 'The request is missing something or is not valid.',
  /** The field's name is the program's. */
  fieldInvalid: (field: string) => `"${field}" is missing or not valid.`,
  notSignedIn: 'You are not signed in.',
  notAllowed: 'You are not allowed to do this.',
  passwordChangeRequired: 'Choose your own password first.',
  secondFactorRequired: 'Add a second factor to your account first.',
  stepUpNeeded: "Please confirm it's you to continue.",
  gateClosed: 'Please open this page with the link you were given.',
  foreignOrigin: 'This request does not come from a page of this portal.',
  domainDenied: 'The requested resource was not found on this server.',
  domainDeniedCode: 'Error Code: Domain Access Denied',
  notFound: 'There is nothing at this address.',
  tooManyRequests: (seconds: number) =>
    `Too many attempts. Please try again in ${
      seconds < 60
        ? plural('en', seconds, { one: '# second', other: '# seconds' })
        : plural('en', Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
    }.`,
  busy: 'The server is busy right now. Please try again in a moment.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  bodyTooLarge: 'The request is too large.',
  notJson: 'Only JSON (application/json) is accepted here.',
  malformedRequest: 'The request is not valid HTTP.',
  malformedJson: 'The request is not valid JSON.',
  internal: 'Something went wrong on our side. Please try again in a moment.',

  captchaNeeded: "Please confirm you're not a robot, then we'll send the code.",
  captchaRefused: 'The captcha was not accepted. Please complete the captcha verification again.',
  captchaUnavailable: 'The captcha service cannot be reached right now. Please try again in a moment.',
  emailsWait: 'Too many emails are waiting to be sent. Please try again in a minute.',
  /** The part of an email address after the @. */
  cannotReceiveEmail: (domain: string) => `${domain} can't receive email. Check the part after the @.`,

  gateTokenInvalid: 'Invalid or expired token',
  gateTokenUsed: 'This token has been used already',
  guestCode: {
    expired: 'Your verification code has expired. Please request a new one.',
    unknown: 'There is no code for this address. Please request a new one.',
  },
  /** For a new email address of an account. */
  accountCode: {
    expired: 'Your code has expired. Please request a new one.',
    unknown: 'There is no code to enter. Please request a new one.',
  },
  codeDead: 'Too many wrong codes. Please request a new one.',
  codeWrong: (left: number) =>
    plural('en', left, {
      one: 'The code is not correct. You have # try left.',
      other: 'The code is not correct. You have # tries left.',
    }),
  browserUnknown: "We don't know your browser yet. Please reload the page and try again.",
  noExit: 'No exit is open on this page, or the guest has already chosen.',

  wrongCredentials: 'Invalid username or password',
  accountSuspended: 'Your account is suspended. Please contact the support team.',
  temporaryPasswordExpired: 'This temporary password has expired. Please ask the support team for a new one.',
  signInExpired: 'This took too long, or there were too many tries. Please sign in again.',
  signInPasskeyRefused: 'This passkey was not accepted. Please try again, or use your password.',
  wrongAppCode: 'This code is wrong or already used. Please enter the next one your app shows.',
  wrongRecoveryCode: 'This recovery code is wrong or already used.',
  passkeyRefused: 'This passkey was not accepted. Please try again.',

  noSelfRegistration: 'Accounts are created by the support team',
  usernameTaken: 'This username is taken. Please choose another one.',
  emailTaken: 'There is already an account with this email address.',
  registrationCodeInvalid: 'This verification code is not valid or has expired. Please request a new one.',
  otherBrowser:
    'This code only works in the browser where you registered. Open the link there, or register again here.',

  wrongCurrentPassword: 'Current password is not correct',
  wrongPassword: 'This password is not correct.',
  wrongPasswordTryAgain: 'This password is not correct. Please try again.',
  samePassword: 'The new password must differ from the current one',
  passwordNeedsFactor: (least: number) =>
    `A password with fewer than ${least} characters needs a second factor. Choose a longer one, or add a second factor to your account first.`,
  passwordCommon: 'This password is too common. Please choose another one.',
  passwordGuessable: 'This password is too close to a name others know. Please choose another one.',
  passwordLeaked: 'This password has appeared in a data leak. Please choose another one.',
  passwordNotEnough: 'Please use your second factor. Your password alone isn’t enough here.',
  shortPasswordStandsAlone: (least: number) =>
    `Your password has fewer than ${least} characters. That is too short without a second factor: choose a longer one first.`,
  lastSecondFactor: 'This portal requires a second factor, and this is your only one. Add another one first.',
  secondFactorGone: 'This second factor no longer exists.',
  /** Adding an authenticator app. */
  appOfferExpired: 'This took too long. Please start adding the app again.',
  tooManyPasskeys: (most: number) =>
    plural('en', most, {
      one: 'You can have at most # passkey. Remove one first.',
      other: 'You can have at most # passkeys. Remove one first.',
    }),
  passkeyKnown: 'This passkey is already in use.',
  nothingToRecover: 'Add an app or a passkey first. Recovery codes replace one you lose.',

  sameEmail: 'This is already your email address.',
  termsChanged: 'The terms have changed in the meantime. Please read them again.',
  languageNotOffered: 'This language is not offered here.',
};
