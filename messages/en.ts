import { countryName } from '../contract/language/country-name.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

/** On all pages. */
export const shared = {
  language: 'Language',
  theme: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  supportContact: 'You can reach the support team of <organisation/> here: <contact/>',

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
  /** Where the server says nothing better. */
  failed: { title: 'Error', unknown: 'An error occurred' },
  offline: {
    page: "You're offline. This page continues when you're back.",
    /** What the guest submitted. */
    unsent: "You're offline. We'll send this when you're back.",
  },

  title: 'Welcome',
  introduction: "Enter your email address and we'll send you a code to confirm it's yours.",
  haveAccount: 'Have an account? <link>Sign in</link>',
  email: { label: 'Email address*', hint: 'For example name@example.com' },
  continue: 'Continue',
  sending: 'Sending...',
  /** When the address looks mistyped. */
  suggestion: {
    question: 'Did you mean <email/>?',
    accept: 'Yes, use <domain/>',
    decline: 'No, keep <domain/>',
  },
  codeSent: { title: 'Code sent', description: "We've sent a verification code to your email" },
  codeResent: { title: 'Code resent', description: "We've sent a new verification code to your email" },

  help: {
    label: 'Help',
    need: 'I need help',
    unavailable: "We couldn't load the choices. Please try again.",
    title: 'What do you need help with?',
    description: 'Pick one. No typing needed.',
    reasons: {
      no_mail: "I didn't get the email",
      wrong_address: 'My address is wrong',
      code_refused: "My code isn't accepted",
      told_to_come: 'Somebody told me to come here',
    },
    toldToCome:
      'Nobody from <organisation/> asks for codes by phone or chat. If someone told you to come here, end the call or chat and close this page.',
    close: 'Close',
    asked: "We've told the support team.",
    attended: 'The support team is helping you.',
    chosen: (reason: string) => `You chose “${reason}”. Please keep this page open. You'll see the answer here.`,
    withdraw: "I don't need help any more",
    chooseOther: 'Choose something else',
  },

  /** A message from the support team. */
  prompt: {
    sender: 'Message from the support team of <organisation/>',
    titles: { email: 'Email Required', code: 'Verification Code' },
    warning: 'Only the code from our mail (<sender/>) belongs here. Never tell anyone your code.',
    close: 'Got it',
  },
  redirect: {
    moved: 'The support team moved you here',
    emailFirst: 'The support team wants you to enter your code. Please enter your email address first.',
    unknownHere: "We couldn't find your code request. Please enter your email address again.",
    dismiss: 'Dismiss',
  },

  /** A link from another system that lets the guest in. */
  link: {
    title: 'Verification',
    verifying: { title: 'Verifying...', description: 'This takes a moment.' },
    verified: 'Successfully verified!',
    access: 'You can now access <organisation/>',
    redirecting: (seconds: number) =>
      plural('en', seconds, { one: 'Redirecting you in # second...', other: 'Redirecting you in # seconds...' }),
    failed: 'Verification failed',
    invalid: 'Invalid verification token',
    invalidOrExpired: 'Invalid or expired token',
    unreachable: 'Network error occurred',
    askForNew: 'A link works once and only for a short time. Please ask for a new one where you got this one.',
    incomplete: 'This link is incomplete',
    openWhole:
      'Part of your link is missing. Please open the whole link: some email apps cut a long link off at the end of a line.',
    noToken: 'No verification token provided',
    missingToken: 'Missing token parameter',
    retry: 'Retry Verification',
    continueWithout: 'Continue without the link',
  },
  notFound: {
    title: 'Page Not Found',
    description: "The page you're looking for doesn't exist or has been moved.",
  },
};

/** Pages of guests after the first. */
export const guestLater = {
  code: {
    title: 'Enter the code',
    heading: 'Check your email',
    undelivered: "We couldn't deliver your code",
    label: 'Enter the code*',
    hint: (digits: number) => `The ${digits} digits from our email`,
    verifying: 'Verifying...',
    expired: 'Code Expired',
    expiredProblem: 'This code has expired. Please request a new one.',
    expiredToast: {
      title: 'Code expired',
      description: 'Your verification code has expired. Please request a new one.',
    },
    tooManyWrong: 'Too many wrong codes. Please request a new one.',
    verified: { title: 'Success', description: 'Email verified successfully' },
    failed: 'Verification failed',
  },
  /** Below the heading. The address stands on a line of its own, with the link beside it. */
  sentTo: {
    unknown: 'Your code for <email/>',
    sending: "We're sending a code to <email/>",
    sent: (time: string) => `We sent a code at ${time} to <email/>`,
    undelivered: 'You entered <email/>',
    edit: 'Edit',
    correct: 'Correct the address',
  },
  /** How long email to a domain takes. */
  usual: {
    seconds: (seconds: number) =>
      plural('en', seconds, {
        one: 'Email to <domain/> usually takes about # second today.',
        other: 'Email to <domain/> usually takes about # seconds today.',
      }),
    minute: 'Email to <domain/> usually takes about a minute today.',
    minutes: (minutes: number) =>
      plural('en', minutes, {
        one: 'Email to <domain/> usually takes about # minute today.',
        other: 'Email to <domain/> usually takes about # minutes today.',
      }),
  },
  /** Why the email did not arrive. */
  undelivered: {
    delayed: "Email to <domain/> is delayed. We'll keep trying, and this page will tell you.",
    expired: (minutes: number) =>
      plural('en', minutes, {
        one: "We couldn't send the email within # minute. Ask for a new code, or use another address.",
        other: "We couldn't send the email within # minutes. Ask for a new code, or use another address.",
      }),
    bounced: (reason: string) => `Our email bounced. ${reason}`,
    reasons: {
      no_mailbox: '<domain/> has no mailbox with this name. Check the address for typos.',
      mailbox_full: 'This mailbox is full. Make some room and ask for a new code, or use another address.',
      no_domain: "<domain/> can't receive email. Check the part after the @.",
      no_smtputf8: "We can't email names with these letters at <domain/>. Use another address.",
      blocked: "<domain/> doesn't accept email from us. Use another address.",
      other: '<domain/> rejected our email. Check the address, or use another one.',
    },
  },
  timer: {
    label: 'Time left for this code',
    soon: 'less than a minute left',
    minutes: (minutes: number) => plural('en', minutes, { one: 'about # minute left', other: 'about # minutes left' }),
    expiresSoon: 'The code expires in less than a minute.',
    expired: 'The code has expired. Please request a new one.',
  },
  resend: {
    send: 'Send a new code',
    noEmail: "Didn't receive an email? <resend>Resend</resend>",
    isAddressRight: 'Is the address right? <resend>Resend</resend>',
    /** The time is a clock. Screen readers read `soon` or `minutes` in its place. */
    wait: {
      sentence: 'You can ask for a new code in <time/>',
      soon: 'less than a minute',
      minutes: (minutes: number) => plural('en', minutes, { one: 'about # minute', other: 'about # minutes' }),
    },
    possible: 'You can ask for a new code now.',
    checkSpam: 'No email yet? Please check your spam folder. It comes from <sender/>',
  },
  safety: {
    label: 'Safety',
    onlyOurs: 'Enter only the code we emailed you. It comes from <sender/>',
    neverTell:
      'Never enter codes from other services. Never tell anyone your code: nobody from <organisation/> will ask you to.',
  },
  /** While a code is checked. */
  processing: {
    title: 'Processing Request',
    description: "We're checking your code. Please keep this page open.",
    almostDone: 'Almost done',
    timeLeft: 'Time left',
    clock: (seconds: number) => `${seconds}s`,
    secondsLeft: (seconds: number) => plural('en', seconds, { one: '# second left', other: '# seconds left' }),
  },

  confirmed: {
    label: 'Confirmed',
    title: 'Email confirmed',
    email: '<email/> is confirmed for <organisation/>.',
    unnamed: 'Your address is confirmed for <organisation/>.',
    leave: 'Continue to <host/>',
    orClose: "Or close this page. You're all set.",
    close: "You're all set and can close this page.",
    another: 'Confirm another address',
    myData: 'See or erase what is stored about you',
  },
  /** In a window that another site opened. */
  site: {
    purpose: '<host/> will receive the email address you confirm here.',
    done: '<host/> has received your address. You can close this window.',
  },
  /** After "Somebody told me to come here": a fraudster may be talking to the guest right now. */
  halted: {
    title: 'Please stop here',
    nobodyAsks: 'Nobody from <organisation/> asks for codes by phone or chat.',
    explanation:
      "If someone told you to open this page, to enter something here or to give them a code, don't go on. They may be trying to get into one of your accounts.",
    whatToDo: 'What to do',
    endCall: 'End the call or chat.',
    closePage: 'Close this page.',
    tellNobody: "Don't tell anyone a code that you got by email, text message or app.",
    changePassword:
      "If you've told someone a code or password, change the password now and call the company it belongs to. Look up the number yourself.",
    warned: "We've warned the admins of <organisation/>.",
    untilYouGoOn: "Until you choose to go on, the support team can't show you messages or move you to another page.",
    goOn: 'I understand, go on',
  },
  exit: {
    thanks: 'Thank you',
    confirmed: 'Your email address is confirmed.',
    ended: 'Verification ended',
    leavingFor: "You're leaving for <host/>",
    end: 'This is the end of the verification.',
    stay: 'Stay',
    tryAgain: 'Try again',
    failed: 'Please try again in a moment.',
    stillHere: { title: "You're still here", description: "The page you were about to open isn't in use any more." },
    closed: { title: 'You can close this page', description: "There's nothing more to do here." },
  },
};

/** What is stored for an address that the guest has just confirmed. */
export const myData = {
  title: 'Your data',
  introduction: 'This is what <organisation/> stores for <email/>.',
  timeLeft: (minutes: number) =>
    plural('en', minutes, {
      one: 'For your safety, this page closes in # minute.',
      other: 'For your safety, this page closes in # minutes.',
    }),
  failed: "Couldn't load your data",
  nothing: 'Nothing is stored for <email/>.',
  /** Below a long list. */
  cut: 'There are more than shown here.',
  account: "There's also an account with this address. It isn't shown or erased here. <link>Sign in</link> to see it.",
  held: (day: string) => `For legal reasons, we must keep this until ${day}. You can't erase it before then.`,
  kinds: {
    registrations: 'Registration',
    verified: 'Confirmed address',
    codes: 'Requests for a code',
    visits: 'Visits',
    help: 'Requests for help',
    messages: 'Messages from the support team',
    log: 'Log entries',
    audit: 'Audit entries',
    notifications: 'Notices to the support team',
    emails: 'Emails to you',
    webhooks: 'Reports to other systems',
  },
  about: {
    registrations: 'A new account that waits for your confirmation.',
    verified: 'Shows that the address is yours.',
    codes: 'The address you entered, and when. Nobody can read the code.',
    visits: 'Your browser, IP address, rough location and page.',
    help: 'What you asked the support team for.',
    messages: 'What the support team showed you here.',
    log: 'What happened here and when, for security.',
    audit: 'What the support team did that concerns you.',
    notifications: 'What the support team was told about your visit.',
    emails: 'When we emailed you and whether it arrived, without the text.',
    webhooks: 'The result, for the system that sent you here.',
  },
  fields: {
    username: 'Username',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email address',
    guestId: 'Browser ID',
    ipAddress: 'IP address',
    location: 'Location',
    device: 'Device',
    language: 'Language',
    page: 'Page',
    views: 'Page views',
    action: 'Action',
    kind: 'Kind',
    title: 'Title',
    text: 'Text',
    reason: 'Reason',
    details: 'Details',
    outcome: 'Result',
    tries: 'Tries',
    state: 'State',
    destination: 'Destination',
    token: 'Link ID',
    /** The person's id in the system that sent them here. */
    organisationId: 'ID in the other system',
    claims: 'From the other system',
    helped: 'Helped by the support team',
    at: 'Time',
    createdAt: 'Created',
    seenAt: 'Last seen',
    expiresAt: 'Expires',
    usedAt: 'Used',
    sentAt: 'Sent',
    verifiedAt: 'Confirmed',
    deliveredAt: 'Delivered',
    haltedAt: 'Stopped by you',
    bouncedAt: 'Bounced',
  },
  download: 'Download as a page',
  downloadJson: 'Download for programs (JSON)',
  /** In the downloaded page. */
  made: (time: string) => `Made on ${time}`,
  erase: 'Erase everything',
  erasing: {
    title: 'Erase everything?',
    description: "Everything stored for <email/> will be erased. This can't be undone.",
    elsewhere: 'This covers this portal only. For data in other systems, please ask <organisation/>.',
    confirm: 'Erase for good',
    failed: "Couldn't erase your data",
  },
  stays: {
    title: 'What stays',
    audit: 'Records of what the support team did. A random name that leads nowhere replaces yours.',
    halt: 'Your warning that somebody told you to come here. It protects you until you choose to go on.',
    account: 'Data that belongs to the account with this address.',
    'staff-work': 'Records of your own work in the support team.',
    until: (day: string) => `We'll remove it on ${day}.`,
  },
  erased: {
    title: 'Your data is erased',
    description: 'What was stored for <email/> is gone. You can close this page.',
  },
  over: { title: 'Please confirm your address', confirm: 'Confirm your address' },
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
    role: 'Current role: user',
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
  /** The rest is said as for settings. */
  apiKeys: {
    open: 'Open API keys',
    advice: 'Not what you agreed on? End the key and check the account that did it.',
  },
};

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
  gateTokenUsed: 'This token has already been used',
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
  noExit: 'No exit is open on this page, or you have already chosen.',
  notConfirmedLately:
    'Please confirm your email address first. You can see and erase what we store about it for 15 minutes afterwards.',
  legalHold: 'This can’t be erased yet: a legal hold protects it. Please contact the support team.',

  wrongCredentials: 'Invalid username or password',
  accountSuspended: 'Your account is suspended. Please contact the support team.',
  temporaryPasswordExpired: 'This temporary password has expired. Please ask the support team for a new one.',
  signInExpired: 'This took too long, or there were too many tries. Please sign in again.',
  signInPasskeyRefused: 'This passkey was not accepted. Please try again, or use your password.',
  wrongAppCode: 'This code is wrong or was already used. Please enter the next one your app shows.',
  wrongRecoveryCode: 'This recovery code is wrong or was already used.',
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
