/** `npm run limits` prints them into docs/LIMITS.md. Decision 29. */
import { KEYS_MAX } from '../../contract/programs/keys.rules.ts';
import { WIDE } from './fair-shares.ts';
import type { Limit, Outcome, Places, Subject } from './limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Named<List> = { readonly [Name in keyof List]: List[Name] & { readonly name: Name } };
function named<const List extends Record<string, Omit<Limit, 'name'> | Omit<Places, 'name'>>>(list: List) {
  const entries = Object.entries(list).map(([name, limit]) => [name, { name, ...limit }]);
  return Object.fromEntries(entries) as Named<List>;
}

type Other = Partial<Pick<Limit, 'more' | 'unit'>>;
const limitKept =
  <const Kept extends Limit['kept']>(kept: Kept) =>
  <const Per extends readonly Subject[]>(
    per: Per,
    most: number,
    seconds: number,
    what: string,
    past: Outcome = 'refused',
    other: Other = {},
  ) => ({ per, most, seconds, what, past, kept, ...other });
const inDatabase = limitKept('database');
const inMemory = (keys: number) => limitKept({ keys });

/** For all request limits together: about ten megabytes. */
export const REQUEST_KEYS = 20_000;
const requests = (most: number, what: string, seconds = MINUTE) =>
  inMemory(REQUEST_KEYS)(['route', 'network'], most, seconds, what);
const requestsInDatabase = (most: number, what: string, seconds = MINUTE, past?: Outcome) =>
  inDatabase(['route', 'network'], most, seconds, what, past);

/** Per network. Polls have no limit, because they are answered from memory. */
export const REQUESTS = named({
  // Generous, because many guests can share an address; what matters has limits below.
  guestPresence: requests(1_200, "A guest's page says that it is open, hidden or closed"),
  guestSteps: requests(600, 'Page views, email addresses, codes, prompts seen, where a guest is'),
  guestLeaves: requests(120, 'Choosing the exit, receipts'),
  helpAsked: requestsInDatabase(60, 'Asking for help', 10 * MINUTE, 'up to the route'),
  ownData: requests(60, 'What is stored for a confirmed address, seen and erased'),
  helpWithdrawn: requests(120, 'Withdrawing a request for help', 10 * MINUTE),
  gateTokens: requests(20, 'Opening the gate with a token'),
  publicKeys: requests(600, 'The keys that receipts are signed with'),
  apiDescription: requests(30, 'The OpenAPI document'),

  // A whole office may sign in at nine.
  passwordChecks: requestsInDatabase(10, 'Sign-in, second step, passkey, step-up, a new password'),
  registrations: requestsInDatabase(10, 'Registering, confirming the address, asking for the email again'),
  signInPages: requests(60, 'Captchas, passkey options, single sign-on, signing out'),

  accountReads: requests(300, 'Own profile, terms, sessions, email change'),
  accountWrites: requests(60, 'Changing one’s profile, ending one’s sessions'),
  addressCodes: requests(30, 'Codes for a new email address, sent and entered'),
  factorReads: requests(120, 'Own second factors, whether a step-up is needed'),
  factorChanges: requests(30, 'Adding and removing second factors, passkey options for a step-up'),
  ssoLinks: requests(20, 'Linking an account to the identity provider'),

  // Reading lists has no limit.
  deskWrites: requests(300, 'Prompts, redirects, assignments, emails sent again, notifications'),
  userWrites: requests(1_000, 'Creating, changing and deleting a user; programs do this too'),
  bulkActions: requests(120, 'Changing up to 10,000 chosen users'),
  files: requests(60, 'Exports and imports'),
  portalReads: requests(120, 'Webhook deliveries, steps of the setup'),
  portalWrites: requests(60, 'Settings, bulk jobs, sending a webhook again'),
  people: requests(60, 'Searching, exporting and erasing a person, legal holds'),
  securityChecks: requests(30, 'The security check'),
  testMessages: requests(10, 'Test messages to the chat service'),
});

export type RequestLimit = (typeof REQUESTS)[keyof typeof REQUESTS];

const CAPTCHA = ['captcha asked for', { more: 'a solved captcha' }] as const;
const TOLD = 'Halts recorded without row budget';
const ROWS = ['not recorded', { unit: 'ROW_BUDGET' }] as const;

export const LIMITS = named({
  // The same for known and unknown email addresses, so that limits don't reveal accounts.
  codesOfNetwork: inDatabase(['network'], 3, MINUTE, 'Emails with a code that a network asks for'),
  codesFromNetwork: inDatabase(['email address', 'network'], 3, HOUR, 'Emails with a code to an address', ...CAPTCHA),
  codesToAddress: inDatabase(['email address'], 10, HOUR, 'Emails with a code to an address', ...CAPTCHA),
  codesBought: inDatabase(['email address', 'browser'], 1, HOUR, 'Emails with a code bought with a captcha'),
  codesInAll: inDatabase(['email address'], 30, HOUR, 'Emails with a code to an address, the bought ones too'),
  emailTurns: inMemory(16_000)(['network'], 1, HOUR, 'Emails that strangers ask for', 'sent later'),
  dnsQueries: inMemory(5_000)(['network'], 30, MINUTE, 'Domains looked up in DNS', 'not asked'),
  deliveryCases: inMemory(8_192)(['email address'], 1, DAY, 'Cases for the delivery times of a domain', 'not counted'),

  codeTriesFromNetwork: inDatabase(['email address', 'network'], 10, HOUR, 'Codes entered', 'first try judged'),
  codeTries: inDatabase(['email address'], 30, HOUR, 'Codes entered', 'first try judged'),
  failedSignIns: inDatabase(
    ['account', 'network, device or session'],
    4,
    DAY,
    'Failed sign-ins without a success',
    'delayed',
  ),
  guessedSignIns: inDatabase(['account'], 49, HOUR, 'Failed sign-ins of strangers', 'admins warned'),
  easyCaptchas: inMemory(2_000)(['device'], 20, MINUTE, 'Easy captchas for a known device', 'made harder'),
  erasures: inDatabase(['account'], 100, HOUR, 'Erasures by an admin'),
  ownDataSeen: inDatabase(['browser'], 20, 10 * MINUTE, 'Looking at what is stored for a confirmed address'),
  // Each erasure is stored for good, in case an older backup is restored.
  ownErasures: inDatabase(['network'], 10, HOUR, 'Erasures by guests'),
  ownErasuresInAll: inDatabase([], 1_000, DAY, 'Erasures by guests'),
  wrongApiKeys: inMemory(10_000)(['network'], 30, MINUTE, 'Wrong API keys'),
  apiKeyRequests: inMemory(KEYS_MAX)(['API key'], 3_000, MINUTE, 'Requests with an API key'),
  addressSearches: inDatabase(['account'], 200, HOUR, 'Searches of staff for a whole email address'),

  help: inDatabase(['browser'], 10, 10 * MINUTE, 'Asking for help, stopping what staff send', 'up to the route'),
  haltsTold: inMemory(10_000)(['network'], 1, HOUR, TOLD, 'row budget'),
  haltsToldOfWideNetwork: inMemory(10_000)(['wide network'], 10, HOUR, TOLD, 'row budget'),
  redirects: inDatabase(['guest'], 1, 10, 'Redirects of a guest'),

  addressChangesAnHour: inDatabase(['account'], 5, HOUR, 'Codes for a new email address'),
  addressChangesADay: inDatabase(['account'], 10, DAY, 'Codes for a new email address'),
  passwordEmails: inDatabase(['account'], 50, DAY, 'Passwords that an admin sends by email'),
  passwordEmailsInAll: inDatabase([], 500, DAY, 'Passwords that all admins send by email'),
  notices: inDatabase(['email address', 'kind of email'], 5, HOUR, 'Notices to the owner of an account', 'not sent'),
  noticesByStaff: inDatabase(
    ['account', 'kind of email'],
    200,
    DAY,
    'Notices about what one member of staff did',
    'not sent',
  ),
  noticesByAllStaff: inDatabase(['kind of email'], 1_000, DAY, 'Notices about what all staff did', 'not sent'),
  settingsEmails: inDatabase(['account', 'kind of email'], 9, HOUR, 'Emails about changed settings', 'not sent'),
  settingsEmailsLast: inDatabase(['account', 'kind of email'], 1, HOUR, 'And one that says it is the last', 'not sent'),

  // One stranger can have many accounts: together they add less than 100 MB a day.
  picturesOfNetwork: inDatabase(['network'], 100, DAY, 'Account pictures saved'),
  pictures: inDatabase([], 1_000, DAY, 'Account pictures saved'),

  rows: inMemory(1)([], 1, HOUR, 'Rows that strangers cause', ...ROWS),
  rowsOfWideNetwork: inMemory(10_000)(['wide network'], WIDE.rows / 40, HOUR, 'Rows that strangers cause', ...ROWS),
  rowsOfNetwork: inMemory(10_000)(['network'], 1 / 40, HOUR, 'Rows that strangers cause', ...ROWS),
  refusalLines: inMemory(1)([], 300, MINUTE, 'Log lines about refused requests of strangers', 'not logged'),
  requestLines: inMemory(1)([], 1_000, MINUTE, 'Log lines about other requests of strangers', 'not logged'),
  ssoLines: inMemory(1)([], 60, MINUTE, 'Log lines about single sign-ons that did not work', 'not logged'),
});

export const CROWD_LEAST = 30;

const places = <const Per extends readonly Subject[]>(
  per: Per,
  most: number,
  what: string,
  past: Outcome,
  other: Other = {},
) => ({ per, most, what, past, ...other });
const MAILS = { unit: 'minutes of MAIL_RATE' };

/** How much can be open at once in one process. */
export const PLACES = named({
  // Without guests' sockets, which have their own places.
  connections: places([], 10_000, 'Open connections', 'idle one closed'),
  // Browsers and proxies don't pipeline requests.
  unanswered: places(['connection'], 8, 'Requests without an answer yet', 'connection ended'),
  // For ten thousand guests with one page each, and some with more.
  guestSockets: places([], 12_000, 'Sockets of guests and signed-in users', 'polls instead'),
  browserSockets: places(['browser'], 4, 'Sockets of guests and signed-in users', 'polls instead'),
  sessionSockets: places(['session'], 10, 'Sockets in the back-office', 'not opened'),
  newSockets: places(['network'], 20, 'Sockets in the back-office that are not authenticated yet', 'not opened'),
  dnsQueriesAtOnce: places([], 50, 'Questions to DNS that wait for an answer', 'not asked'),
  captchas: places([], 1_000, 'Strangers who wait for a captcha to be made', 'busy'),
  emailsCrowded: places([], 0.1, `Emails with a code that wait, if they are more than ${CROWD_LEAST}`, CAPTCHA[0], {
    ...CAPTCHA[1],
    ...MAILS,
  }),
  emailsWaiting: places([], 10, 'Emails with a code that wait', 'busy', MAILS),
  triesOfCode: places(['code'], 3, 'Wrong codes entered', 'new code'),
  secondSteps: places(['sign-in'], 5, 'Tries of a second factor after the right password', 'password again'),
});
