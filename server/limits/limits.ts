/** Every limit of the portal. `npm run limits` prints them into docs/LIMITS.md. */
import { WIDE } from './fair-shares.ts';
import type { Limit, Places } from './limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Keys that all request limits remember together: about ten megabytes. */
export const REQUEST_KEYS = 20_000;

const requests = <const Name extends string, const Other extends Partial<Limit>>(
  name: Name,
  what: string,
  most: number,
  other?: Other,
) => ({
  name,
  what,
  per: ['route', 'network'] as const,
  most,
  seconds: MINUTE,
  past: 'refused' as Limit['past'],
  kept: { keys: REQUEST_KEYS } as Limit['kept'],
  ...other,
});

/** So few emails that come at the same moment are no crowd. */
export const CROWD_LEAST = 30;

/** How often a network may call a route. Polls have none: they are answered from memory. */
export const REQUESTS = {
  // Guests: many of them can share one address, and what matters is counted by browser and email address below.
  guestPresence: requests('guest presence', "A guest's page says that it is open, hidden or closed", 1_200),
  guestSteps: requests('guest steps', 'Page views, email addresses, codes, prompts put away, where a guest is', 600),
  guestLeaves: requests('guest leaves', 'Choosing the exit, receipts', 120),
  helpAsked: requests('help asked', 'Asking for help', 60, {
    seconds: 10 * MINUTE,
    past: 'up to the route',
    kept: 'database',
  }),
  helpWithdrawn: requests('help withdrawn', 'Withdrawing a request for help', 120, { seconds: 10 * MINUTE }),
  gateTokens: requests('gate tokens', 'Opening the gate with a token', 20),
  publicKeys: requests('public keys', 'The keys that receipts are signed with', 600),
  apiDescription: requests('API description', 'The OpenAPI document', 30),

  // Signing in: a whole office can do so at nine in the morning, from one address.
  passwordChecks: requests('password checks', 'Sign-in, second step, passkey, step-up, a new password', 10, {
    kept: 'database',
  }),
  registrations: requests('registrations', 'Registering, confirming the address, asking for the email again', 10, {
    kept: 'database',
  }),
  signInPages: requests('sign-in pages', 'Captchas, passkey options, single sign-on, signing out', 60),

  // One's own account.
  accountReads: requests('account reads', 'Own profile, terms, sessions, email change', 300),
  accountWrites: requests('account writes', 'Changing the own profile, ending own sessions', 60),
  addressCodes: requests('address codes', 'Codes for a new email address, sent and entered', 30),
  factorReads: requests('factor reads', 'Own second factors, whether a step-up is needed', 120),
  factorChanges: requests('factor changes', 'Adding and removing second factors, passkey options for a step-up', 30),
  ssoLinks: requests('single sign-on links', 'Linking the own account with the identity provider', 20),

  // Staff. Reading lists has no limit.
  deskWrites: requests('desk writes', 'Prompts, redirects, assignments, emails sent again, notifications', 300),
  userWrites: requests('user writes', 'Creating, changing and deleting a user; programs do this too', 1_000),
  bulkActions: requests('bulk actions', 'Changing up to 10,000 chosen users', 120),
  files: requests('files', 'Exports and imports', 60),
  portalReads: requests('portal reads', 'Webhook deliveries, steps of the setup', 120),
  portalWrites: requests('portal writes', 'Settings, bulk jobs, sending a webhook again', 60),
  securityChecks: requests('security checks', 'The security check', 30),
  testMessages: requests('test messages', 'Test messages to the chat service', 10),
} satisfies Record<string, Limit>;

export type RequestLimit = (typeof REQUESTS)[keyof typeof REQUESTS];

const email = { per: ['email address'], seconds: HOUR, past: 'captcha asked for', kept: 'database' } as const;

/** What is counted by more than the route: how often something may happen in a time. */
export const LIMITS = {
  // Emails with a code. An unknown email address has the same limits as a known one.
  codesOfNetwork: {
    name: 'codes-of-network',
    what: 'Emails with a code that a network asks for',
    per: ['network'],
    most: 3,
    seconds: MINUTE,
    past: 'refused',
    kept: 'database',
  },
  codesFromNetwork: {
    ...email,
    name: 'codes-from-network',
    what: 'Emails with a code to an address, asked for by one network',
    per: ['email address', 'network'],
    most: 3,
    more: 'a solved captcha',
  },
  codesToAddress: {
    ...email,
    name: 'codes-to-address',
    what: 'Emails with a code to an address',
    most: 10,
    more: 'a solved captcha',
  },
  codesBought: {
    ...email,
    name: 'codes-bought',
    what: 'Emails with a code to an address that a browser buys with a captcha',
    per: ['email address', 'browser'],
    most: 1,
    past: 'refused',
  },
  codesInAll: {
    ...email,
    name: 'codes-in-all',
    what: 'Emails with a code to an address, with those bought with a captcha',
    most: 30,
    past: 'refused',
  },
  emailTurns: {
    name: 'email-turns',
    what: 'Emails that strangers ask for; network and wide network each count',
    per: ['network'],
    most: 1,
    seconds: HOUR,
    past: 'sent later',
    kept: { keys: 16_000 },
  },
  dnsQueries: {
    name: 'dns-queries',
    what: 'Domains of email addresses looked up in DNS',
    per: ['network'],
    most: 30,
    seconds: MINUTE,
    past: 'not asked',
    kept: { keys: 5_000 },
  },
  deliveryCases: {
    name: 'delivery-cases',
    what: 'Cases for the delivery times of a domain',
    per: ['email address'],
    most: 1,
    seconds: DAY,
    past: 'not counted',
    kept: { keys: 8_192 },
  },

  // Guessing.
  codeTriesFromNetwork: {
    ...email,
    name: 'code-tries-from-network',
    what: 'Codes entered for an address by one network',
    per: ['email address', 'network'],
    most: 10,
    past: 'refused after the first try',
  },
  codeTries: {
    ...email,
    name: 'code-tries',
    what: 'Codes entered for an address',
    most: 30,
    past: 'refused after the first try',
  },
  failedSignIns: {
    name: 'failed-sign-ins',
    what: 'Failed sign-ins without a success; a known device and a session count by themselves',
    per: ['account', 'network'],
    most: 4,
    seconds: DAY,
    past: 'delayed',
    kept: 'database',
  },
  guessedSignIns: {
    name: 'guessed-sign-ins',
    what: 'Failed sign-ins of strangers from everywhere',
    per: ['account'],
    most: 49,
    seconds: HOUR,
    past: 'admins warned',
    kept: 'database',
  },
  easyCaptchas: {
    name: 'easy-captchas',
    what: 'Captchas that are easy because the device is known',
    per: ['device'],
    most: 20,
    seconds: MINUTE,
    past: 'made harder',
    kept: { keys: 2_000 },
  },
  addressSearches: {
    name: 'address-searches',
    what: 'Searches of staff for a whole email address',
    per: ['account'],
    most: 200,
    seconds: HOUR,
    past: 'refused',
    kept: 'database',
  },

  // Guests and those who help them.
  help: {
    name: 'help',
    what: 'Asking for help, and stopping everything that staff send',
    per: ['browser'],
    most: 10,
    seconds: 10 * MINUTE,
    past: 'up to the route',
    kept: 'database',
  },
  redirects: {
    name: 'redirects',
    what: 'Redirects of a guest',
    per: ['guest'],
    most: 1,
    seconds: 10,
    past: 'refused',
    kept: 'database',
  },

  // Emails that users and staff cause.
  addressChangesAnHour: {
    name: 'address-changes-an-hour',
    what: 'Codes for a new email address',
    per: ['account'],
    most: 5,
    seconds: HOUR,
    past: 'refused',
    kept: 'database',
  },
  addressChangesADay: {
    name: 'address-changes-a-day',
    what: 'Codes for a new email address',
    per: ['account'],
    most: 10,
    seconds: DAY,
    past: 'refused',
    kept: 'database',
  },
  passwordEmails: {
    name: 'password-emails',
    what: 'Passwords that an admin sends by email',
    per: ['account'],
    most: 50,
    seconds: DAY,
    past: 'refused',
    kept: 'database',
  },
  passwordEmailsInAll: {
    name: 'password-emails-in-all',
    what: 'Passwords that all admins send by email',
    per: [],
    most: 500,
    seconds: DAY,
    past: 'refused',
    kept: 'database',
  },
  notices: {
    name: 'notices',
    what: 'Notices to the owner of an account',
    per: ['email address', 'kind of email'],
    most: 5,
    seconds: HOUR,
    past: 'not sent',
    kept: 'database',
  },
  noticesByStaff: {
    name: 'notices-by-staff',
    what: 'Notices of what one member of staff did',
    per: ['account', 'kind of email'],
    most: 200,
    seconds: DAY,
    past: 'not sent',
    kept: 'database',
  },
  noticesByAllStaff: {
    name: 'notices-by-all-staff',
    what: 'Notices of what all staff did',
    per: ['kind of email'],
    most: 1_000,
    seconds: DAY,
    past: 'not sent',
    kept: 'database',
  },
  settingsEmails: {
    name: 'settings-emails',
    what: 'Emails to an admin about changed settings',
    per: ['account', 'kind of email'],
    most: 9,
    seconds: HOUR,
    past: 'not sent',
    kept: 'database',
  },
  settingsEmailsLast: {
    name: 'settings-emails-last',
    what: 'After those: an email that says that no more are sent',
    per: ['account', 'kind of email'],
    most: 1,
    seconds: HOUR,
    past: 'not sent',
    kept: 'database',
  },

  // What strangers can make a process write.
  rows: {
    name: 'rows',
    what: 'Rows that strangers cause',
    per: [],
    most: 1,
    unit: 'ROW_BUDGET',
    seconds: HOUR,
    past: 'not recorded',
    kept: { keys: 1 },
  },
  rowsOfNetwork: {
    name: 'rows-of-network',
    what: 'Rows that a network causes',
    per: ['network'],
    most: 1 / 40,
    unit: 'ROW_BUDGET',
    seconds: HOUR,
    past: 'not recorded',
    kept: { keys: 10_000 },
  },
  rowsOfWideNetwork: {
    name: 'rows-of-wide-network',
    what: 'Rows that a wide network causes',
    per: ['wide network'],
    most: WIDE.rows / 40,
    unit: 'ROW_BUDGET',
    seconds: HOUR,
    past: 'not recorded',
    kept: { keys: 10_000 },
  },
  refusalLines: {
    name: 'refusal-lines',
    what: 'Lines of the log about refused requests of strangers',
    per: [],
    most: 300,
    seconds: MINUTE,
    past: 'not logged',
    kept: { keys: 1 },
  },
} as const satisfies Record<string, Limit>;

/** How much there may be at once, in one process, or of one thing. */
export const PLACES = {
  /** Without the sockets of guests, which have places of their own. */
  connections: {
    name: 'connections',
    what: 'Open connections; a network has a tenth at most, less the fuller it gets, a wide network four times that',
    per: [],
    most: 10_000,
    past: 'idle one closed',
  },
  /** Room for ten thousand guests with a page each, and for some with more. */
  guestSockets: {
    name: 'guest-sockets',
    what: 'Sockets of guests and signed-in users, shared between networks in the same way',
    per: [],
    most: 12_000,
    past: 'polls instead',
  },
  browserSockets: {
    name: 'browser-sockets',
    what: 'Sockets of one browser',
    per: ['browser'],
    most: 4,
    past: 'polls instead',
  },
  sessionSockets: {
    name: 'session-sockets',
    what: 'Sockets of a session in the back-office',
    per: ['session'],
    most: 10,
    past: 'refused',
  },
  newSockets: {
    name: 'new-sockets',
    what: 'Sockets in the back-office that have not said whose they are',
    per: ['network'],
    most: 20,
    past: 'refused',
  },
  dnsQueries: {
    name: 'dns-queries-at-once',
    what: 'Questions to DNS that wait for an answer',
    per: [],
    most: 50,
    past: 'not asked',
  },
  captchas: {
    name: 'captchas',
    what: 'Strangers who wait for a captcha to be made',
    per: [],
    most: 1_000,
    past: 'busy',
  },
  emailsCrowded: {
    name: 'emails-crowded',
    what: `Emails with a code that wait to be sent, if they are more than ${CROWD_LEAST}`,
    per: [],
    most: 0.1,
    unit: 'minutes of MAIL_RATE',
    more: 'a solved captcha',
    past: 'captcha asked for',
  },
  emailsWaiting: {
    name: 'emails-waiting',
    what: 'Emails with a code that wait to be sent',
    per: [],
    most: 10,
    unit: 'minutes of MAIL_RATE',
    past: 'busy',
  },
  codeTries: {
    name: 'wrong-codes',
    what: 'Wrong tries of one code',
    per: ['code'],
    most: 3,
    past: 'new code',
  },
  secondSteps: {
    name: 'second-steps',
    what: 'Tries of a second factor after one right password',
    per: ['sign-in'],
    most: 5,
    past: 'password again',
  },
} as const satisfies Record<string, Places>;
