import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { asciiEmail, isEmail } from '../contract/text/email.ts';
import {
  type Choice,
  isMoreThanOrigin,
  list,
  ruleOf,
  VARIABLES,
  type VariableName,
  type VariableValue,
} from './config-variables.ts';
import { ConfigError } from './process/start-error.ts';
import { blockList, isLoopback, parseNetwork } from './visitor/address.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

export type CaptchaConfig = Config['captcha'];
export type OidcConfig = NonNullable<Config['oidc']>;

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment) {
  const get = variables(env);
  const production = env.NODE_ENV === 'production';
  const port = Number(get('PORT'));
  const publicUrl = new URL(get('PUBLIC_URL') ?? `http://localhost:${port}`);
  const allowedHosts: readonly string[] = list(get('ALLOWED_HOSTS')).map((name) => hostname(name, 'ALLOWED_HOSTS'));
  const exitHosts: readonly string[] = list(get('EXIT_HOSTS')).map(exitHost);
  const metricsPort = get('METRICS_PORT');
  if (metricsPort !== null && port !== 0 && Number(metricsPort) === port)
    throw new ConfigError('METRICS_PORT', 'is the same as PORT', String(port + 1));
  const leakedUrl = get('LEAKED_PASSWORDS_URL');
  return {
    production,
    port,
    host: get('HOST'),
    publicUrl,
    allowedHosts,
    exitHosts,
    trustProxy: trustedAddresses(list(get('TRUST_PROXY'))),
    dataDir: resolve(get('DATA_DIR')),
    databaseUrl: get('DATABASE_URL'),
    secretKey: get('SECRET_KEY'),
    secretKeyOld: oldSecret(get),
    backupKey: get('BACKUP_KEY'),
    adminUsername: get('ADMIN_USERNAME'),
    adminPassword: get('ADMIN_PASSWORD'),
    organisation: get('ORGANISATION'),
    languages: list(get('LANGUAGES')),
    securityContact: securityContact(get),
    mail: {
      smtpUrl: get('SMTP_URL'),
      from: get('MAIL_FROM') ?? `no-reply@${publicUrl.hostname}`,
      rate: Number(get('MAIL_RATE')),
      dnsCheck: choice(get, 'MAIL_DNS_CHECK') === 'on',
      dkim: dkim(get),
      bounceImapUrl: get('BOUNCE_IMAP_URL'),
    } as const,
    /** Only the operator decides where results go. */
    outcome: {
      webhook: webhook(get, 'OUTCOME', production),
      receipt: choice(get, 'OUTCOME_RECEIPT') === 'true',
      embedOrigins: embedOrigins(get, production),
    } as const,
    /** Only the operator decides where events go. */
    events: webhook(get, 'EVENTS', production),
    captcha: captcha(get),
    telegramApiRoot: withoutSlash(get('TELEGRAM_API_ROOT')),
    gate: gate(get),
    selfRegistration: choice(get, 'SELF_REGISTRATION') === 'true',
    apiKeys: choice(get, 'API_KEYS') === 'true',
    requireMfa: choice(get, 'REQUIRE_MFA'),
    leakedPasswords: {
      file: leakedPasswordsFile(get),
      url: leakedUrl && withoutSlash(leakedUrl),
    } as const,
    oidc: oidc(get, production),
    logLevel: choice(get, 'LOG_LEVEL'),
    auditRetentionDays: Number(get('AUDIT_RETENTION_DAYS')),
    rowBudget: Number(get('ROW_BUDGET')),
    metricsPort: metricsPort === null ? null : Number(metricsPort),
  };
}

type Get = <Name extends VariableName>(name: Name) => VariableValue<Name>;

const variables =
  (env: Environment): Get =>
  <Name extends VariableName>(name: Name) => {
    const { fallback, example = '', problem } = ruleOf(name);
    const file = env[`${name}_FILE`];
    // Compose and unit files often leave variables empty.
    const value = (file ? fileOf(name, file, env) : env[name])?.trim() || null;
    const wrong = value !== null && problem?.(value);
    if (wrong) throw new ConfigError(name, wrong, example);
    return (value ?? fallback) as VariableValue<Name>;
  };

function fileOf(name: string, file: string, env: Environment): string {
  const refused = (problem: string) => new ConfigError(`${name}_FILE`, problem, `/run/secrets/${name}`);
  if (env[name]) throw refused(`is set together with ${name}; keep only one of them`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'cannot be read';
    throw refused(`"${file}": ${why}`);
  }
}

function oldSecret(get: Get): string | null {
  const old = get('SECRET_KEY_OLD');
  if (old !== null && old === get('SECRET_KEY'))
    throw new ConfigError(
      'SECRET_KEY_OLD',
      'is the same as SECRET_KEY, which must be the new key',
      VARIABLES.SECRET_KEY.example,
    );
  return old;
}

function needed(get: Get, name: VariableName, reason: string, example: string): string {
  const value = get(name);
  if (value === null) throw new ConfigError(name, `is needed with ${reason}`, example);
  return value;
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function choice<Name extends VariableName>(get: Get, name: Name): Choice<Name> {
  const { choices = [] } = ruleOf(name);
  const value = String(get(name));
  const found = choices.find((candidate) => candidate === value.toLowerCase());
  if (found === undefined)
    throw new ConfigError(name, `"${value}" is not one of ${choices.join(', ')}`, String(choices[0]));
  return found as Choice<Name>;
}

function hostname(value: string, variable: string, without = 'no scheme, port or path'): string {
  const name = value.toLowerCase();
  const isV6 = isIP(name) === 6;
  const url = URL.parse(`http://${isV6 ? `[${name}]` : name}`);
  if (url === null || url.pathname !== '/' || !(isV6 || /^[a-z0-9.\-[\]]+$/.test(name))) {
    const problem = `"${value}" is not a hostname (${without})`;
    throw new ConfigError(variable, problem, 'a.example,b.example');
  }
  return url.hostname;
}

function exitHost(value: string): string {
  const [, bracketed, plain, port = ''] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(value) ?? [];
  const host = hostname(bracketed ?? plain ?? value, 'EXIT_HOSTS', 'no scheme or path');
  const url = URL.parse(`https://${host}${port && `:${port}`}`);
  if (url === null) throw new ConfigError('EXIT_HOSTS', `"${value}" has an invalid port`, 'shop.example:8443');
  return url.host;
}

function trustedAddresses(entries: string[]): BlockList {
  const networks = entries.map((entry) => {
    const network = parseNetwork(entry);
    if (network === null)
      throw new ConfigError('TRUST_PROXY', `"${entry}" is not an address or CIDR`, '127.0.0.1,10.0.0.0/8');
    return network;
  });
  return blockList(networks);
}

function captcha(get: Get) {
  const provider = choice(get, 'CAPTCHA');
  if (provider === 'altcha') return { provider } as const;
  const key = (name: 'CAPTCHA_SITE_KEY' | 'CAPTCHA_SECRET') => needed(get, name, `CAPTCHA=${provider}`, '6Lc…');
  return { provider, siteKey: key('CAPTCHA_SITE_KEY'), secret: key('CAPTCHA_SECRET') } as const;
}

function gate(get: Get) {
  const mode = choice(get, 'GATE');
  const shared = get('GATE_SECRET');
  const publicKey = get('GATE_PUBLIC_KEY');
  const retryAt = get('GATE_RETRY_URL');
  if (mode === 'open') return { mode } as const;
  if (shared !== null && publicKey !== null)
    throw new ConfigError(
      'GATE_PUBLIC_KEY',
      'is set together with GATE_SECRET; keep only one of them',
      '"$(cat gate.pem)"',
    );
  const key = publicKey === null ? shared : gatePublicKey(publicKey);
  if (key === null)
    throw new ConfigError(
      'GATE_SECRET',
      'this or GATE_PUBLIC_KEY is needed with GATE=token',
      VARIABLES.SECRET_KEY.example,
    );
  return { mode, key, retryUrl: retryAt && withoutSlash(retryAt) } as const;
}

/** Not read here, because it's too large. */
function leakedPasswordsFile(get: Get): string | null {
  const path = get('LEAKED_PASSWORDS_FILE');
  if (path === null) return null;
  const refused = (problem: string) =>
    new ConfigError('LEAKED_PASSWORDS_FILE', problem, '/var/lib/gatehouse/pwnedpasswords.txt');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw refused(`"${path}": there is no such file`);
  if (!found.isFile()) throw refused(`"${path}" is not a file`);
  return resolve(path);
}

function securityContact(get: Get): string | null {
  const given = get('SECURITY_CONTACT');
  if (given === null) return null;
  // The URL parser drops line breaks, which would merge two addresses.
  const url = /\s/.test(given) ? null : URL.parse(isEmail(given) ? `mailto:${encodeURI(asciiEmail(given))}` : given);
  if (url === null || !isContact(url))
    throw new ConfigError(
      'SECURITY_CONTACT',
      'is not an email address, an https:// address or a tel:+ number',
      'security@example.com',
    );
  return url.href;
}

function isContact({ protocol, pathname, username }: URL): boolean {
  if (protocol === 'mailto:') return isEmail(pathname);
  if (protocol === 'tel:') return /^\+[\d().-]*\d$/.test(pathname);
  return protocol === 'https:' && username === '';
}

/** All or nothing, because half a configuration would silently sign nothing. */
function dkim(get: Get) {
  if (get('DKIM_DOMAIN') === null && get('DKIM_SELECTOR') === null && get('DKIM_KEY') === null) return null;
  const example = '"$(cat dkim.pem)"';
  const domain = needed(get, 'DKIM_DOMAIN', 'DKIM_KEY', VARIABLES.DKIM_DOMAIN.example);
  const selector = needed(get, 'DKIM_SELECTOR', 'DKIM_DOMAIN', 'gatehouse');
  const pem = needed(get, 'DKIM_KEY', 'DKIM_DOMAIN', example);
  const key = pemKey(createPrivateKey, pem, new ConfigError('DKIM_KEY', 'is not a private key in PEM form', example));
  // Nodemailer signs with RSA only.
  if (key.asymmetricKeyType !== 'rsa') throw new ConfigError('DKIM_KEY', 'is not an RSA key', example);
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new ConfigError('DKIM_KEY', 'has fewer than 1024 bits, which receivers reject', example);
  return { domain, selector, key } as const;
}

function pemKey(create: (pem: string) => KeyObject, pem: string, refused: ConfigError): KeyObject {
  try {
    // Environment files often have a PEM on one line.
    return create(pem.replaceAll('\\n', '\n'));
  } catch {
    throw refused;
  }
}

/** Must be https; outside production also http on this machine. */
function safeUrl(given: string, production: boolean, refused: (problem: string) => ConfigError): URL {
  const url = URL.parse(given);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refused('is not an https address');
  if (url.protocol === 'http:' && (production || !isLoopback(url.hostname)))
    throw refused('is not https (http is only allowed on this machine, outside production)');
  return url;
}

const WEBHOOK_SECRET = '"whsec_$(openssl rand -base64 32)"';

function webhook(get: Get, of: 'OUTCOME' | 'EVENTS', production: boolean) {
  const [name, secretName] = [`${of}_WEBHOOK_URL`, `${of}_WEBHOOK_SECRET`] as const;
  const given = get(name);
  const allowPrivate = choice(get, `${of}_WEBHOOK_PRIVATE`) === 'true';
  if (given === null) return null;
  const refused = (problem: string) => new ConfigError(name, problem, 'https://example.com/gatehouse');
  const url = safeUrl(given, production, refused);
  if (url.username !== '' || url.hash !== '') throw refused('has a user name or a fragment');
  const secret = needed(get, secretName, name, WEBHOOK_SECRET);
  const key = /^whsec_([A-Za-z\d+/]+=*)$/.exec(secret)?.[1];
  const { length } = Buffer.from(key ?? '', 'base64');
  if (length < 24 || length > 64)
    throw new ConfigError(secretName, 'is not "whsec_" and 24 to 64 bytes in base64', WEBHOOK_SECRET);
  return { url, secret, allowPrivate } as const;
}

function embedOrigins(get: Get, production: boolean): readonly string[] {
  const origins = list(get('EMBED_ORIGINS')).map((given) => {
    const refused = (problem: string) =>
      new ConfigError('EMBED_ORIGINS', `"${given}" ${problem}`, 'https://shop.example.org,https://example.com:8443');
    const url = safeUrl(given, production, refused);
    if (isMoreThanOrigin(url) || url.hostname.includes('*'))
      throw refused('is not the origin of one site: scheme, host and port');
    return url.origin;
  });
  if (origins.length > 0 && choice(get, 'OUTCOME_RECEIPT') !== 'true')
    throw new ConfigError('OUTCOME_RECEIPT', 'must be true with EMBED_ORIGINS: sites get a receipt', 'true');
  return origins;
}

function oidc(get: Get, production: boolean) {
  const [given, counted] = [get('OIDC_ISSUER'), get('OIDC_MFA')];
  if (given === null && counted === null && get('OIDC_CLIENT_ID') === null && get('OIDC_CLIENT_SECRET') === null)
    return null;
  const refused = (problem: string) => new ConfigError('OIDC_ISSUER', problem, 'https://login.example.com');
  if (given === null) throw refused('is needed with OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_MFA');
  const issuer = safeUrl(given, production, refused);
  if (issuer.username !== '' || issuer.search !== '' || issuer.hash !== '')
    throw refused('has more than scheme, host, port and path');
  const clientId = needed(get, 'OIDC_CLIENT_ID', 'OIDC_ISSUER', 'gatehouse');
  const clientSecret = needed(get, 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER', 'the secret that the provider shows');
  const secondFactor: readonly { claim: 'amr' | 'acr'; value: string }[] = list(counted).map((entry) => {
    const [, claim, value] = /^(amr|acr):(\S+)$/.exec(entry) ?? [];
    if ((claim !== 'amr' && claim !== 'acr') || value === undefined)
      throw new ConfigError(
        'OIDC_MFA',
        `"${entry}" is not "amr:" or "acr:" and a value`,
        'amr:mfa,acr:urn:example:mfa',
      );
    return { claim, value };
  });
  return { issuer, clientId, clientSecret, secondFactor, insecure: issuer.protocol === 'http:' } as const;
}

function gatePublicKey(pem: string): KeyObject {
  const example = '"$(cat gate-ed25519-public.pem)"';
  const refused = new ConfigError('GATE_PUBLIC_KEY', 'is not a public key in PEM form', example);
  const key = pemKey(createPublicKey, pem, refused);
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === 'ed25519' || (key.asymmetricKeyType === 'ec' && curve === 'prime256v1')) return key;
  throw new ConfigError('GATE_PUBLIC_KEY', 'is neither an Ed25519 nor a P-256 key', example);
}
