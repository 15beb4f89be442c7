import { countryName } from '../contract/language/country-name.ts';
import { plural } from '../contract/language/plural.ts';

/** On all pages. */
export const shared = {
  language: 'Language',
  theme: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',

  cancel: 'Cancel',
  /** A button. */
  tryAgain: 'Try again',
  pleaseTryAgain: 'Please try again',
  pleaseTryAgainLater: 'Please try again in a moment.',
  passkeyNotUsed: 'The passkey was not used. Try again, or use another way.',
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
export const account = {
  goToAccount: 'Go to your account',
  saving: 'Saving...',

  home: {
    title: 'Your account',
    standing: { online: 'Online', suspended: 'Suspended', needs_auth: 'Needs Auth' },
    adminPanel: {
      title: 'Admin panel',
      admin: 'Users, guests and settings',
      helper: 'What you can do as a helper',
      manager: 'What you can do as a manager',
      auditor: 'What you can do as an auditor',
      open: 'Open admin panel',
    },
    details: { title: 'Your details', text: 'Your name and how to reach you', open: 'Update details' },
    language: { title: 'Language', text: 'Of your pages and emails', notSaved: 'Language not saved' },
    profile: {
      title: 'Complete your profile',
      text: 'How your profile gets completed',
      open: 'Complete profile',
    },
    terms: { title: 'Your agreement', text: 'The terms for using this portal', open: 'Read terms' },
    email: {
      title: 'Email address',
      none: 'None yet. Add one, so we can tell you about changes to your account.',
    },
    password: {
      title: 'Password',
      text: 'Changing it signs you out everywhere else',
      change: 'Change password',
      description: 'You stay signed in here. Everywhere else you’re signed out.',
    },
    signOut: { title: 'Sign out', text: 'End your session in this browser' },
  },

  picture: {
    title: 'Picture',
    text: 'Shown beside your name',
    add: 'Add picture',
    change: 'Change picture',
    remove: 'Remove',
    saved: 'Picture saved',
    removed: 'Picture removed',
    notSaved: 'Picture not saved',
    notRemoved: 'Picture not removed',
  },

  email: {
    add: 'Add email address',
    change: 'Change email address',
    description: 'We email a code to the new address to confirm it’s yours. Nothing changes until you enter it.',
    openToAdd: 'Add address',
    openToChange: 'Change address',
    notLoaded: 'We couldn’t check whether a code is waiting for you.',
    newAddress: 'New email address',
    sendCode: 'Send code',
    sending: 'Sending...',
    codeNotSent: 'Code not sent',
    onItsWay: 'A code is on its way to <email/>',
    code: 'Code from the email',
    codeExpired: 'This code has expired. Please send another one.',
    codeExpires: (time: string) => `Expires in ${time}`,
    confirm: 'Confirm address',
    confirming: 'Changing...',
    sendAnother: 'Send another code',
    anotherSent: { title: 'Code sent', text: 'The previous code no longer works.' },
    useAnother: 'Use another address',
    changed: {
      title: 'Email address changed',
      text: (email: string) => `Emails about your account now go to ${email}.`,
    },
    notChanged: 'Address not changed',
  },

  sso: {
    title: 'Single sign-on',
    text: 'Sign in here without your password',
    textOf: (provider: string) => `Sign in with your account at ${provider}, without your password here`,
    notLoaded: 'We couldn’t check whether it’s linked',
    neverUsed: (provider: string, since: string) => `Linked to ${provider} since ${since}, not used yet`,
    lastUsed: (provider: string, since: string, used: string) =>
      `Linked to ${provider} since ${since}, last used ${used}`,
    link: 'Link',
    linking: 'Linking...',
    linked: 'Single sign-on linked',
    notLinked: 'Single sign-on not linked',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink single sign-on?',
    unlinkText: (provider: string) =>
      `Your account at ${provider} no longer signs you in here. Use your password instead.`,
    unlinked: 'Single sign-on unlinked',
    notUnlinked: 'Single sign-on not unlinked',
  },

  factors: {
    title: 'Second factor',
    description: 'Asked for after your password when you sign in',
    on: 'On',
    off: 'Off',
    loading: 'Loading your second factors…',
    notLoaded: 'Your second factors couldn’t be loaded.',
    none: 'Anyone who learns your password can sign in as you. Add a passkey or an app on your phone, and the password alone is no longer enough.',
    addPasskey: 'Add a passkey',
    addApp: 'Add an app',
    passkeyUsed: 'Passkey, added <day/> · last used: <ago/>',
    passkeyNeverUsed: 'Passkey, added <day/> · not used yet',
    renamePasskey: (name: string) => `Rename passkey ${name}`,
    removePasskey: (name: string) => `Remove passkey ${name}`,
    app: 'Authenticator app',
    appAdded: 'Added <day/>',
    removeApp: 'Remove the app',
    recoveryCodes: 'Recovery codes',
    noCodesLeft: 'None left. Make new ones.',
    codesLeft: (left: number, all: number) => `${left} of ${all} left. Each works once.`,
    newCodes: 'New codes',
    added: { title: 'Second factor added', text: 'You can now sign in with it.' },
  },

  removeFactor: {
    passkeyTitle: 'Remove passkey <name/>',
    appTitle: 'Remove the app',
    isLast:
      'It’s your only second factor. Without it, your password alone is enough to sign in, and your recovery codes are deleted.',
    isNotLast: 'It can no longer be used to sign in. Your other second factors stay.',
    removePasskey: 'Remove passkey',
    removeApp: 'Remove app',
    passkeyRemoved: 'Passkey removed',
    appRemoved: 'App removed',
    notRemoved: 'Not removed',
  },

  passkey: {
    addTitle: 'Add a passkey',
    addText: 'Your device asks for your fingerprint, your face or its PIN. None of that leaves your device.',
    name: 'Name',
    nameHint: 'To recognise it in your list',
    androidPhone: 'Android phone',
    windowsComputer: 'Windows computer',
    thisComputer: 'This computer',
    add: 'Add passkey',
    adding: 'Follow your device...',
    notAdded: {
      title: 'Passkey not added',
      text: 'No passkey was added. Your device may have one for this account already.',
    },
    renameTitle: 'Rename passkey',
    renameText: 'Only you see its name.',
    rename: 'Rename',
    renamed: 'Passkey renamed',
    notRenamed: 'Passkey not renamed',
  },

  app: {
    title: 'Add an authenticator app',
    text: (seconds: number) => `It shows a new code every ${seconds} seconds, even offline.`,
    qrCode: 'QR code for your app',
    scan: 'Scan this with the app on your phone, or type this key into it:',
    copyKey: 'Copy key',
    keepSecret: 'Anyone with this key can create your codes. Don’t share it.',
    code: 'Current code in the app',
    add: 'Add app',
    adding: 'Checking...',
    notAdded: 'App not added',
  },

  recoveryCodes: {
    title: 'Save your recovery codes',
    text: 'If you lose your device, each code signs you in once. We won’t show them again.',
    label: 'Recovery codes',
    sheetTitle: (organisation: string) => `Recovery codes for ${organisation}`,
    sheetText: 'Each code works once.',
    download: 'Download',
    print: 'Print',
    copy: 'Copy recovery codes',
    keepSafe: 'Keep them with your passwords or on paper, not on the device they replace.',
    saved: 'I have saved them',
    makeTitle: 'Make new recovery codes',
    makeText: (count: number) => `You get ${count} new ones. The old ones stop working, wherever you saved them.`,
    make: 'Make new codes',
    notMade: 'No new recovery codes',
  },

  sessions: {
    title: 'Where you are signed in',
    description: 'Don’t recognise one? End it and change your password.',
    loading: 'Loading your sessions...',
    notLoaded: 'Your sessions couldn’t be loaded.',
    thisBrowser: 'This browser',
    since: 'Signed in <time/>',
    sinceAndUsed: 'Signed in <time/> · last use: <ago/>',
    end: 'End',
    endOn: (device: string) => `End session on ${device}`,
    endOneText: 'You are signed out there at once. Unsaved work there is lost. You stay signed in here.',
    endOne: 'End session',
    endOthersTitle: 'End all other sessions',
    endOthersText: (others: number) =>
      plural('en', others, {
        one: 'You are signed out in one other place at once. Unsaved work there is lost. You stay signed in here.',
        other: 'You are signed out in # other places at once. Unsaved work there is lost. You stay signed in here.',
      }),
    endOthers: 'End all others',
    ended: {
      title: 'Signed out',
      text: (sessions: number) =>
        plural('en', sessions, {
          one: '# session ended. You stay signed in here.',
          other: '# sessions ended. You stay signed in here.',
        }),
    },
    notEnded: 'Not signed out',
  },

  backToAccount: 'Back to your account',

  details: {
    title: 'Update your details',
    subtitle: 'Your profile is complete when everything but “About you” is filled in.',
    loading: 'Loading your details...',
    notLoaded: 'Your details couldn’t be loaded',
    complete: (since: string) => `Profile complete since ${since}`,
    incomplete: 'Not complete yet.',
    missing: (details: string) => `Not complete yet. Still missing: ${details}.`,
    /** In a list inside the sentence before. */
    names: {
      firstName: 'first name',
      lastName: 'last name',
      phone: 'phone',
      dateOfBirth: 'date of birth',
      address: 'address',
      city: 'city',
      country: 'country',
    },
    email: 'Email',
    emailHint: 'You can change it in your account.',
    noEmail: 'None',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    phoneHint: 'For example +44 20 7946 0000',
    dateOfBirth: 'Date of birth',
    halfDate: 'Please enter the whole date, or leave it empty',
    about: 'About you',
    aboutHint: 'Optional',
    address: 'Address',
    addressHint: 'Street and number',
    city: 'City',
    country: 'Country',
    save: 'Save details',
    saved: 'Details saved',
    notSaved: 'Details not saved',
  },

  terms: {
    title: 'Terms',
    subtitle: (organisation: string) => `The terms for using the portal of ${organisation}.`,
    loading: 'Loading the terms...',
    notLoaded: 'The terms couldn’t be loaded',
    none: {
      title: 'There are no terms yet',
      text: 'The support team will ask you when there’s something to accept.',
    },
    label: 'Text of the terms',
    changed: 'The terms have changed since you opened this page. Please read the new text above before you accept it.',
    accept: 'Accept terms',
    accepting: 'Accepting...',
    accepted: (time: string) => `You accepted these terms on ${time}.`,
    notAccepted: 'Terms not accepted',
  },

  securityCheck: {
    title: 'Security check',
    subtitle: 'Enter your password to confirm it’s you.',
    password: 'Password',
    confirm: 'Confirm password',
    confirming: 'Confirming...',
    done: 'Thank you. Your password is confirmed.',
    failed: 'Security check failed',
  },

  completeProfile: {
    title: 'Complete your profile',
    text: 'The support team manages profile completion and will contact you.',
    goBack: 'Return to Dashboard',
  },

  reLogin: {
    pageTitle: 'Sign in again',
    title: 'Please sign in again',
    text: 'We’re signing you out here. You can sign in again right away.',
    askedBy: (organisation: string) => `The support team of ${organisation} asked you to.`,
    askedByBecause: (organisation: string, reason: string) =>
      `The support team of ${organisation} asked you to. Their reason: “${reason}”`,
    stillSignedIn: { title: 'You are still signed in', text: 'Signing out didn’t work.' },
  },

  notFound: {
    title: '404 Page Not Found',
    text: 'We couldn’t find this page. Check the address, or go to your account.',
  },

  newPassword: {
    title: 'Choose a new password',
    text: 'Your password is temporary, or too short without a second factor. Choose a new one to continue.',
  },

  firstFactor: {
    title: 'Add a second factor',
    text: 'Your account needs more than a password. Choose what to add, then continue.',
    passkey: 'The fingerprint, face or PIN of this device, or a security key. Safest, and quickest to use.',
    app: 'An authenticator app on your phone shows a code, which you type when you sign in.',
  },
};

/** For people who are signed in, in the back-office as well. */
export const signedIn = {
  signOut: {
    button: 'Sign out',
    pending: 'Signing out...',
    done: 'Logged out successfully',
    failed: 'Logout failed',
  },

  password: {
    current: 'Current password',
    new: 'New password',
    atLeast: (characters: number) => `At least ${characters} characters`,
    atLeastAlone: (characters: number, withSecondFactor: number) =>
      `At least ${characters} characters (${withSecondFactor} with a second factor)`,
    confirm: 'Confirm new password',
    change: 'Change password',
    changing: 'Changing...',
    changed: {
      title: 'Password Changed',
      own: 'Your password has been updated successfully.',
      admin: 'Your admin password has been updated successfully.',
    },
    notChanged: 'Password Change Failed',
  },

  /** On a page that staff sent the user to. */
  asked: {
    by: (organisation: string) => `The support team of ${organisation} sent you to this page.`,
    reason: 'Their reason: “<reason/>”',
    accountInstead: 'Only guests confirm an email address here. You’re signed in, so you see your account instead.',
    leaveAnytime: 'You can leave it at any time.',
    leaveAfter: {
      details: 'You can leave it after you save your details, or sign out.',
      signIn: 'You can leave it after you sign in again, or sign out.',
      terms: 'You can leave it after you accept the terms, or sign out.',
      password: 'You can leave it after you confirm your password, or sign out.',
    },
    leaveWhenEnded: 'You can leave it when the support team ends this. Until then you can sign out.',
    over: { title: 'You can go on', text: 'The support team needs nothing more here.' },
  },
};

/** The dialog that asks people to confirm it's them. */
export const stepUp = {
  title: 'Confirm it’s you',
  text: (minutes: number) => `Please confirm it’s you to continue. We won’t ask again for ${minutes} minutes.`,
  notLoaded: 'This couldn’t be loaded',
  usePasskey: 'Use a passkey',
  label: { password: 'Password', totp: 'Code from your app', recoveryCode: 'Recovery code' },
  recoveryCodeHint: 'Each works once',
  /** Buttons for another way. */
  use: {
    password: 'Use your password',
    totp: 'Use the code from your app',
    recoveryCode: 'Use a recovery code',
  },
  confirm: 'Confirm',
  confirming: 'Confirming…',
};

/** Where a request came from, on pages and in emails. */
export const devices = {
  unknownDevice: 'Unknown device',
  browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  unknownLocation: 'Unknown',
  localNetwork: 'Local network',
  country: (code: string) => countryName('en', code),
  cityInCountry: (city: string, country: string) => `${city}, ${country}`,
};

/** What is wrong with an input. The forms and the server say it: `problem` in `contract/language/problem.rules.ts`. */
export const problems = {
  emailInvalid: 'Please enter a valid email address',
  codeTooShort: (least: number) => `Code must be at least ${least} characters`,
  appCodeMissing: 'Enter the code from your app',
  recoveryCodeMissing: 'Enter one of your recovery codes',
  currentPasswordMissing: 'Current password is required',
  /** Of a passkey. */
  nameMissing: 'Please enter a name',
  notAPicture: 'Please choose a picture, such as a JPEG, PNG or WebP file.',
  pictureFileTooLarge: 'Please choose a picture of at most 20 MB.',
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
