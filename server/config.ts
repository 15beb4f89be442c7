import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { isPlainText } from '../contract/plain-text.ts';

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  readonly allowedHosts: readonly string[];
  readonly trustProxy: BlockList;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Null: made on first start and kept in the data directory. */
  readonly secretKey: string | null;
  readonly adminUsername: string;
  /** Null: generated when the first admin is made. */
  readonly adminPassword: string | null;
  readonly organisation: string;
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  readonly captcha: CaptchaConfig;
  readonly telegramApiRoot: string;
  readonly gate: GateConfig;
  readonly selfRegistration: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Null: nothing is measured. */
  readonly metricsPort: number | null;
}

export type CaptchaConfig =
  | { readonly provider: 'altcha' }
  | { readonly provider: 'recaptcha' | 'turnstile' | 'hcaptcha'; readonly siteKey: string; readonly secret: string };

type GateConfig =
  | { readonly mode: 'open' }
  | { readonly mode: 'token'; readonly key: string | KeyObject; readonly retryUrl: string | null };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable with a value that cannot work. The message is one line: name, problem, example. */
export class ConfigError extends Error {
  constructor(name: string, problem: string, example: string) {
    super(`${name}: ${problem}. Example: ${name}=${example}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The only reader of the environment. */
export function readConfig(env: Environment): Config {
  const values = variables(env);
  const port = wholeNumber(values, 'PORT', 3000, 65535);
  const publicUrl = originUrl(values.get('PUBLIC_URL') ?? `http://localhost:${port}`);
  return {
    production: env.NODE_ENV === 'production',
    port,
    host: listeningHost(values.get('HOST') ?? '127.0.0.1'),
    publicUrl,
    allowedHosts: list(values.get('ALLOWED_HOSTS')).map(hostname),
    trustProxy: trustedAddresses(list(values.get('TRUST_PROXY'))),
    dataDir: resolve(values.get('DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl(values.get('DATABASE_URL')),
    secretKey: secret(values, 'SECRET_KEY'),
    adminUsername: adminUsername(values.get('ADMIN_USERNAME') ?? 'admin'),
    adminPassword: adminPassword(values.get('ADMIN_PASSWORD')),
    organisation: organisation(values.get('ORGANISATION') ?? 'Gatehouse'),
    mail: {
      smtpUrl: smtpUrl(values.get('SMTP_URL')),
      from: mailFrom(values.get('MAIL_FROM') ?? `no-reply@${publicUrl.hostname}`),
    },
    captcha: captcha(values),
    telegramApiRoot: webAddress(values, 'TELEGRAM_API_ROOT', 'https://api.telegram.org') ?? 'https://api.telegram.org',
    gate: gate(values),
    selfRegistration: oneOf(values, 'SELF_REGISTRATION', ['true', 'false'], 'false') === 'true',
    logLevel: oneOf(values, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsPort: values.get('METRICS_PORT') === undefined ? null : wholeNumber(values, 'METRICS_PORT', 9464, 65535),
  };
}

interface Values {
  get(name: string): string | undefined;
}

function variables(env: Environment): Values {
  return {
    get(name) {
      const file = env[`${name}_FILE`];
      // An empty variable counts as not set: compose files and unit files often leave one behind.
      if (file === undefined || file === '') return env[name]?.trim() || undefined;
      if (env[name]) {
        throw new ConfigError(`${name}_FILE`, `set together with ${name}; keep one of them`, `/run/secrets/${name}`);
      }
      try {
        return readFileSync(file, 'utf8').trim() || undefined;
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'cannot be read';
        throw new ConfigError(`${name}_FILE`, `"${file}": ${why}`, `/run/secrets/${name}`);
      }
    },
  };
}

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function wholeNumber(values: Values, name: string, fallback: number, most: number): number {
  const value = values.get(name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > most) {
    throw new ConfigError(name, `"${value}" is not a whole number from 0 to ${most}`, String(fallback));
  }
  return number;
}

function oneOf<const T extends string>(values: Values, name: string, choices: readonly T[], fallback: T): T {
  const value = values.get(name) ?? fallback;
  const choice = choices.find((candidate) => candidate === value.toLowerCase());
  if (choice === undefined)
    throw new ConfigError(name, `"${value}" is none of ${choices.join(', ')}`, choices[0] as string);
  return choice;
}

function parsedUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function originUrl(value: string): URL {
  const url = parsedUrl(value);
  const example = 'https://portal.example.com';
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('PUBLIC_URL', `"${value}" is not an http or https address`, example);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigError('PUBLIC_URL', `"${value}" has more than scheme, host and port`, example);
  }
  return url;
}

function webAddress(values: Values, name: string, example: string): string | null {
  const value = values.get(name);
  if (value === undefined) return null;
  const url = parsedUrl(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(name, `"${value}" is not an http or https address`, example);
  }
  return value.replace(/\/+$/, '');
}

function listeningHost(value: string): string {
  if (isIP(value) !== 0 || value === 'localhost') return value;
  throw new ConfigError('HOST', `"${value}" is not an IP address of this machine`, '0.0.0.0');
}

function hostname(value: string): string {
  const name = value.toLowerCase();
  const url = parsedUrl(`http://${isIP(name) === 6 ? `[${name}]` : name}`);
  if (
    url === null ||
    (isIP(name) !== 6 && name.includes(':')) ||
    url.pathname !== '/' ||
    !/^[a-z0-9.\-:[\]]+$/.test(name)
  ) {
    throw new ConfigError(
      'ALLOWED_HOSTS',
      `"${value}" is not a hostname (no scheme, port or path)`,
      'a.example,b.example',
    );
  }
  return url.hostname;
}

function trustedAddresses(entries: string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    const width = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? width : Number(bits);
    if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d+$/.test(bits)) || prefix > width) {
      throw new ConfigError('TRUST_PROXY', `"${entry}" is not an address or CIDR`, '127.0.0.1,10.0.0.0/8');
    }
    trusted.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return trusted;
}

/** Values that hold passwords are never repeated in a message. */
function databaseUrl(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!['postgres:', 'postgresql:'].includes(parsedUrl(value)?.protocol ?? '')) {
    throw new ConfigError(
      'DATABASE_URL',
      'is not a postgres:// address',
      'postgres://user:password@db.example/gatehouse',
    );
  }
  return value;
}

function smtpUrl(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = parsedUrl(value);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(
      'SMTP_URL',
      'is not an smtp:// or smtps:// address',
      'smtps://user:password@mail.example:465',
    );
  }
  return value;
}

function mailFrom(value: string): string {
  if (!/^(?:[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(value)) {
    throw new ConfigError('MAIL_FROM', `"${value}" is not an address`, 'Example Ltd <portal@example.com>');
  }
  return value;
}

const SECRET_MIN = 32;

function secret(values: Values, name: string): string | null {
  const value = values.get(name);
  if (value === undefined) return null;
  if (value.length < SECRET_MIN) {
    throw new ConfigError(
      name,
      `has ${value.length} characters, at least ${SECRET_MIN} are needed`,
      '"$(openssl rand -base64 32)"',
    );
  }
  return value;
}

function adminUsername(value: string): string {
  if (value.length > 100) throw new ConfigError('ADMIN_USERNAME', 'is longer than 100 characters', 'admin');
  if (!isPlainText(value)) throw new ConfigError('ADMIN_USERNAME', 'has characters that cannot be shown', 'admin');
  return value;
}

function adminPassword(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (value.length < 6 || value.length > 128) {
    throw new ConfigError(
      'ADMIN_PASSWORD',
      `has ${value.length} characters, 6 to 128 are allowed`,
      'a-long-sentence-of-your-own',
    );
  }
  return value;
}

function organisation(value: string): string {
  if (value.length > 80) throw new ConfigError('ORGANISATION', 'is longer than 80 characters', 'Example Ltd');
  return value;
}

function captcha(values: Values): CaptchaConfig {
  const provider = oneOf(values, 'CAPTCHA', ['altcha', 'recaptcha', 'turnstile', 'hcaptcha'], 'altcha');
  if (provider === 'altcha') return { provider };
  const siteKey = values.get('CAPTCHA_SITE_KEY');
  const providerSecret = values.get('CAPTCHA_SECRET');
  if (siteKey === undefined) throw new ConfigError('CAPTCHA_SITE_KEY', `is needed with CAPTCHA=${provider}`, '6Lc…');
  if (providerSecret === undefined)
    throw new ConfigError('CAPTCHA_SECRET', `is needed with CAPTCHA=${provider}`, '6Lc…');
  return { provider, siteKey, secret: providerSecret };
}

function gate(values: Values): GateConfig {
  const mode = oneOf(values, 'GATE', ['open', 'token'], 'open');
  const shared = secret(values, 'GATE_SECRET');
  const publicKey = values.get('GATE_PUBLIC_KEY');
  const retryUrl = webAddress(values, 'GATE_RETRY_URL', 'https://verify.example.com/start');
  if (mode === 'open') return { mode };
  if (shared !== null && publicKey !== undefined) {
    throw new ConfigError('GATE_PUBLIC_KEY', 'set together with GATE_SECRET; keep one of them', '"$(cat gate.pem)"');
  }
  if (publicKey !== undefined) return { mode, key: gatePublicKey(publicKey), retryUrl };
  if (shared !== null) return { mode, key: shared, retryUrl };
  throw new ConfigError(
    'GATE_SECRET',
    'this or GATE_PUBLIC_KEY is needed with GATE=token',
    '"$(openssl rand -base64 32)"',
  );
}

function gatePublicKey(pem: string): KeyObject {
  const example = '"$(cat gate-ed25519-public.pem)"';
  let key: KeyObject;
  try {
    // Environment files often hold a PEM on one line.
    key = createPublicKey(pem.replaceAll('\\n', '\n'));
  } catch {
    throw new ConfigError('GATE_PUBLIC_KEY', 'is not a public key in PEM form', example);
  }
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === 'ed25519' || (key.asymmetricKeyType === 'ec' && curve === 'prime256v1')) return key;
  throw new ConfigError('GATE_PUBLIC_KEY', 'is neither an Ed25519 nor a P-256 key', example);
}
