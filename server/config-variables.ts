import { isIP } from 'node:net';
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract/auth/auth.rules.ts';
import { isPlainText, isVisible } from '../contract/text/plain-text.ts';
import { isLanguage, SHIPPED_LANGUAGES } from './languages.ts';
import { isLoopback } from './visitor/address.ts';

interface Rule {
  readonly example: string;
  /** Returns false if the value is fine. Must never quote a password. */
  problem(value: string): string | false;
}

interface Variable extends Partial<Rule> {
  /** Null if there is none, or if it depends on other variables. */
  readonly fallback: string | null;
  readonly shownFallback?: string;
  readonly choices?: readonly string[];
  /** For docs/CONFIGURATION.md. */
  readonly what: string;
}

export const list = (value: string | null) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const hasProtocol = (value: string, ...protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

export const isMoreThanOrigin = ({ pathname, search, hash, username }: URL) =>
  pathname !== '/' || search !== '' || hash !== '' || username !== '';

const wholeNumber = (example: string, least: number, most: number, range = `from ${least} to ${most}`): Rule => ({
  example,
  problem: (value) =>
    (!/^\d{1,10}$/.test(value) || Number(value) < least || Number(value) > most) &&
    `"${value}" is not a whole number ${range}`,
});

const portNumber = (example: string) => wholeNumber(example, 0, 65535);

const webAddress = (example: string): Rule => ({
  example,
  problem: (value) => !hasProtocol(value, 'http:', 'https:') && `"${value}" is not an http or https address`,
});

/** Weak old keys were once allowed, and must be replaceable. */
const LONG_SECRET: Rule = {
  example: '"$(openssl rand -base64 32)"',
  problem: ({ length }) => length < 32 && `has ${length} characters; at least 32 are needed`,
};

const SECRET: Rule = {
  ...LONG_SECRET,
  problem: (value) =>
    LONG_SECRET.problem(value) ||
    // Catches a key held down.
    (new Set(value).size < 8 && 'has fewer than 8 different characters, so it can be guessed'),
};

const DOMAIN: Rule = {
  example: 'example.com',
  problem: (value) => !/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(value) && `"${value}" is not a domain`,
};

const PUBLIC_URL = webAddress('https://portal.example.com');

const TRUE_OR_FALSE = ['true', 'false'] as const;

/** Reading a name that isn't listed here doesn't compile. */
export const VARIABLES = {
  PORT: { ...portNumber('3000'), fallback: '3000', what: 'The port it listens on.' },
  HOST: {
    example: '0.0.0.0',
    problem: (value) => isIP(value) === 0 && value !== 'localhost' && `"${value}" is not an IP address of this machine`,
    fallback: '127.0.0.1',
    what: 'The IP address it listens on.',
  },
  PUBLIC_URL: {
    ...PUBLIC_URL,
    problem: (value) =>
      PUBLIC_URL.problem(value) ||
      (isMoreThanOrigin(new URL(value)) && `"${value}" has more than scheme, host and port`),
    fallback: null,
    shownFallback: 'http://localhost:PORT',
    what: 'The origin people see: used in links, as allowed host, and for `Secure` cookies when it is https.',
  },
  ALLOWED_HOSTS: {
    fallback: null,
    what: 'More host names, comma separated. Any other host gets a 404.',
  },
  TRUST_PROXY: {
    fallback: null,
    what: 'Addresses or CIDRs of your proxies, comma separated. Their `X-Forwarded-For` is trusted.',
  },
  NODE_ENV: {
    fallback: null,
    what: '`production` switches off the development mailbox, and http for the webhook and the OpenID provider.',
  },
  DATA_DIR: {
    fallback: './data',
    what: 'Holds the SQLite file, the server key and the development mailbox. A `logo.svg` or `logo.png` there is shown to guests. A file `last-backup`, touched by `npm run backup` or your own backup job, tells the security check how old the backup is.',
  },
  DATABASE_URL: {
    example: 'postgres://user:password@db.example/gatehouse',
    problem: (value) => !hasProtocol(value, 'postgres:', 'postgresql:') && 'is not a postgres:// address',
    fallback: null,
    what: '`postgres://…`: PostgreSQL instead of SQLite. Needed for more than one process.',
  },
  SECRET_KEY: {
    ...SECRET,
    fallback: null,
    shownFallback: 'generated in `DATA_DIR`',
    what: 'The server key: at least 32 characters, 8 of them different. All processes need the same one. It does not start with a different key ([changing it](RUNNING.md#the-server-key)).',
  },
  SECRET_KEY_OLD: {
    ...LONG_SECRET,
    fallback: null,
    what: 'The previous key, while `SECRET_KEY` replaces it.',
  },
  BACKUP_KEY: {
    ...SECRET,
    fallback: null,
    what: 'Encrypts backups; then only encrypted ones are restored. Same rules as `SECRET_KEY`.',
  },
  AUDIT_RETENTION_DAYS: {
    ...wholeNumber('365', 90, 36_500, 'of days from 90 to 36500'),
    fallback: '365',
    what: 'How many days staff actions stay in the log, whatever the settings say. At least 90.',
  },
  ORGANISATION: {
    example: 'Example Ltd',
    problem: ({ length }) => length > 80 && 'is longer than 80 characters',
    fallback: 'Gatehouse',
    what: 'The name people see.',
  },
  LANGUAGES: {
    example: 'en,de,fr',
    problem: (value) => {
      const unknown = list(value).find((code) => !isLanguage(code));
      return unknown !== undefined && `"${unknown}" is not one of ${SHIPPED_LANGUAGES.join(', ')}`;
    },
    fallback: SHIPPED_LANGUAGES.join(','),
    shownFallback: 'all of them, English first',
    what: `The languages of guest pages, sign-in, accounts and emails, comma separated. The first is for people who read none of the others. There are: ${SHIPPED_LANGUAGES.join(', ')}.`,
  },
  SECURITY_CONTACT: {
    fallback: null,
    what: 'Where to report security problems: an email address, https URL or `tel:+…`. Shown at `/.well-known/security.txt`.',
  },
  ADMIN_USERNAME: {
    example: 'admin',
    problem: (value) =>
      (value.length > 100 && 'is longer than 100 characters') ||
      (!(isPlainText(value) && isVisible(value)) && 'has characters that cannot be shown'),
    fallback: 'admin',
    what: 'The first admin, created only when there is none.',
  },
  ADMIN_PASSWORD: {
    example: 'a-long-sentence-of-your-own',
    problem: ({ length }) =>
      (length < PASSWORD_MIN || length > PASSWORD_MAX) &&
      `has ${length} characters; ${PASSWORD_MIN} to ${PASSWORD_MAX} are allowed`,
    fallback: null,
    shownFallback: 'generated',
    what: `The first admin's password: ${PASSWORD_MIN} to ${PASSWORD_MAX} characters, not a common one. A generated one must be changed at the first sign-in.`,
  },
  SELF_REGISTRATION: {
    choices: TRUE_OR_FALSE,
    fallback: 'false',
    what: 'Whether people may create accounts themselves. Their email address is verified.',
  },
  API_KEYS: {
    choices: TRUE_OR_FALSE,
    fallback: 'false',
    what: 'Whether admins may make API keys for programs ([how to use them](INTEGRATING.md)). `false` refuses existing keys too.',
  },
  REQUIRE_MFA: {
    choices: ['off', 'admins', 'everyone'],
    fallback: 'off',
    what: '`admins`: every role in the back-office needs a second factor. `everyone`: all accounts do. Accounts without one add it at the next sign-in.',
  },
  LEAKED_PASSWORDS_FILE: {
    fallback: null,
    what: 'A sorted file of SHA-1 hashes of leaked passwords, one per line. Those passwords cannot be chosen.',
  },
  LEAKED_PASSWORDS_URL: {
    example: 'https://api.pwnedpasswords.com',
    problem: (value) =>
      !(hasProtocol(value, 'https:') || (hasProtocol(value, 'http:') && isLoopback(new URL(value).hostname))) &&
      `"${value}" is not an https address`,
    fallback: null,
    what: 'A service that knows leaked passwords by range. It gets five characters of a hash.',
  },
  OIDC_ISSUER: {
    fallback: null,
    what: "Single sign-on for staff: the OpenID provider's URL ([how](RUNNING.md#single-sign-on-for-staff)). https; outside production also http on this machine. Passwords keep working.",
  },
  OIDC_CLIENT_ID: { fallback: null, what: 'The client id at the provider.' },
  OIDC_CLIENT_SECRET: { fallback: null, what: 'The client secret at the provider.' },
  OIDC_MFA: {
    fallback: null,
    what: "The provider's claims that count as a second factor, comma separated: `amr:mfa,acr:…`. Without it none do.",
  },
  SMTP_URL: {
    example: 'smtps://user:password@mail.example:465',
    problem: (value) =>
      (!hasProtocol(value, 'smtp:', 'smtps:') || new URL(value).hostname === '') &&
      'is not an smtp:// or smtps:// address',
    fallback: null,
    what: 'The mail server: `smtps://user:password@host:465`. With `smtp://`, a password is only sent over STARTTLS unless the server is on this machine; without one, email is encrypted if the server offers it, or always with `?requireTLS=true`. The certificate is verified; `NODE_EXTRA_CA_CERTS` adds your own authority. Without `SMTP_URL`, email goes to `/dev/mailbox`: only on this machine, never in production. There, email to a host ending in `.invalid` fails, to try that out.',
  },
  MAIL_FROM: {
    example: 'Example Ltd <portal@example.com>',
    problem: (value) =>
      !/^(?:[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(value) && `"${value}" is not an address`,
    fallback: null,
    shownFallback: 'no-reply@ the public host',
    what: 'The sender of all emails.',
  },
  MAIL_RATE: {
    ...wholeNumber('300', 1, 100_000),
    fallback: '300',
    what: 'Emails per minute across all processes, 1 to 100000. Networks take turns, so a flood does not delay others.',
  },
  MAIL_DNS_CHECK: {
    choices: ['on', 'off'],
    fallback: 'on',
    what: "Looks up the domain before the first email to it, and tells the guest at once if it can't receive email. If DNS does not answer, nothing is rejected.",
  },
  DKIM_DOMAIN: {
    ...DOMAIN,
    fallback: null,
    what: 'Signs every email for this domain. All three DKIM variables or none.',
  },
  DKIM_SELECTOR: {
    ...DOMAIN,
    example: 'gatehouse',
    fallback: null,
    what: 'The public key is in the DNS record `<selector>._domainkey.<domain>`.',
  },
  DKIM_KEY: { fallback: null, what: 'An RSA private key in PEM form, at least 1024 bits.' },
  BOUNCE_IMAP_URL: {
    example: 'imaps://user:password@mail.example/INBOX',
    problem: (value) =>
      (!hasProtocol(value, 'imap:', 'imaps:') || new URL(value).hostname === '' || new URL(value).username === '') &&
      'is not an imaps:// address with a user name',
    fallback: null,
    what: '`imaps://user:password@host/INBOX`: the mailbox for bounces. Reports are read, shown to guest and staff, and deleted ([how](RUNNING.md#bounced-email)).',
  },
  TELEGRAM_API_ROOT: {
    ...webAddress('https://api.telegram.org'),
    fallback: 'https://api.telegram.org',
    what: 'Where chat messages are sent.',
  },
  CAPTCHA: {
    choices: ['altcha', 'recaptcha', 'turnstile', 'hcaptcha'],
    fallback: 'altcha',
    what: '`altcha` (proof of work, nothing leaves your server), `recaptcha`, `turnstile` or `hcaptcha`.',
  },
  CAPTCHA_SITE_KEY: { fallback: null, what: 'For all but `altcha`.' },
  CAPTCHA_SECRET: { fallback: null, what: 'For all but `altcha`.' },
  EXIT_HOSTS: {
    fallback: null,
    what: 'The only hosts the exit URL may have, comma separated, with a port unless it is 443 (`shop.example:8443`). Changes within them need no second admin and no waiting.',
  },
  GATE: {
    choices: ['open', 'token'],
    fallback: 'open',
    what: '`token`: guests need a signed token, `/redirect?token=…`. It is a JWT with audience `guest-gate`, `iat` (at most a minute ahead), `exp` at most 15 minutes later, and a `jti` that works once.',
  },
  GATE_SECRET: { ...SECRET, fallback: null, what: 'The HS256 secret of gate tokens. This or `GATE_PUBLIC_KEY`.' },
  GATE_PUBLIC_KEY: { fallback: null, what: 'The Ed25519 or P-256 public key (PEM) of gate tokens.' },
  GATE_RETRY_URL: {
    ...webAddress('https://verify.example.com/start'),
    fallback: null,
    what: 'Where guests get a new gate token.',
  },
  OUTCOME_WEBHOOK_URL: {
    fallback: null,
    what: 'Receives the result of every verification, signed as Standard Webhooks. https; outside production also http on this machine.',
  },
  OUTCOME_WEBHOOK_SECRET: { fallback: null, what: '`whsec_` and 24 to 64 bytes in base64.' },
  OUTCOME_WEBHOOK_PRIVATE: {
    choices: TRUE_OR_FALSE,
    fallback: 'false',
    what: 'Whether the webhook may be in a private network.',
  },
  OUTCOME_RECEIPT: {
    choices: TRUE_OR_FALSE,
    fallback: 'false',
    what: 'Gives guests a signed receipt for the exit URL ([for your site](INTEGRATING.md)). Set `EXIT_HOSTS` too, so that only your hosts can get one.',
  },
  EMBED_ORIGINS: {
    fallback: null,
    what: 'Origins of sites that may open the guest pages in a window and get the receipt there, comma separated ([how](INTEGRATING.md#in-a-window-of-your-page)). https; outside production also http on this machine. Needs `OUTCOME_RECEIPT`. Without it there is no `/embed.js`.',
  },
  EVENTS_WEBHOOK_URL: {
    fallback: null,
    what: 'Receives [events](INTEGRATING.md#events): accounts, sign-ins of staff, guests who need help, confirmed addresses, settings, the head of the audit trail. The rules of `OUTCOME_WEBHOOK_URL` hold.',
  },
  EVENTS_WEBHOOK_SECRET: { fallback: null, what: '`whsec_` and 24 to 64 bytes in base64.' },
  EVENTS_WEBHOOK_PRIVATE: {
    choices: TRUE_OR_FALSE,
    fallback: 'false',
    what: 'Whether the receiver of events may be in a private network.',
  },
  LOG_LEVEL: {
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    fallback: 'info',
    what: '`fatal` to `trace`, or `silent`. JSON lines on standard output. `X-Request-Id` of an answer is also in its log lines; a trusted proxy may set it.',
  },
  ROW_BUDGET: {
    ...wholeNumber('100000', 1_000, Number.POSITIVE_INFINITY, 'of 1000 or more'),
    fallback: '100000',
    what: 'Rows per hour and process that unauthenticated requests can cause (page views, codes, failed sign-ins). One network gets a fortieth, a /48 or /24 a twentieth. Beyond it page views are not recorded; codes and sign-ins go on.',
  },
  METRICS_PORT: {
    ...portNumber('9464'),
    fallback: null,
    what: 'A port for Prometheus, at `/metrics`, on 127.0.0.1 only.',
  },
} as const satisfies Record<string, Variable>;

type Variables = typeof VARIABLES;
export type VariableName = keyof Variables;
export type VariableValue<Name extends VariableName> = Variables[Name]['fallback'] extends null
  ? string | null
  : string;
export type Choice<Name extends VariableName> = Variables[Name] extends {
  readonly choices: readonly (infer Value extends string)[];
}
  ? Value
  : never;

export const ruleOf = (name: VariableName): Variable => VARIABLES[name];
