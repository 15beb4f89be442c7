import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memoized } from '../bounded-cache.ts';
import type { Config } from '../config.ts';
import type { Core } from '../core.ts';
import { isSameSecret } from '../crypto/constant-time.ts';
import { detachedCopy } from '../visitor/address.ts';
import { newGuestSecret, publicGuestId } from '../visitor/guest-id.ts';

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const wanted = `${name}=`;
  for (let at = header.indexOf(wanted); at !== -1; at = header.indexOf(wanted, at + 1)) {
    const before = header.slice(0, at).trimEnd();
    if (before !== '' && !before.endsWith(';')) continue;
    const end = header.indexOf(';', at);
    return header.slice(at + wanted.length, end === -1 ? header.length : end).trimEnd();
  }
  return undefined;
}

/** `__Host-`: browsers reject it from subdomains and plain http. */
const ownName = ({ publicUrl }: Config, word: string) => (publicUrl.protocol === 'https:' ? `__Host-${word}` : word);

export const themeCookieName = (config: Config) => ownName(config, 'theme');

function ownCookie(config: Config, word: string) {
  const secure = config.publicUrl.protocol === 'https:';
  const name = ownName(config, word);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const write = (reply: FastifyReply, value: string, maxAge?: number): void => {
    const lifetime = maxAge === undefined ? '' : `Max-Age=${maxAge}; `;
    reply.header('set-cookie', `${name}=${value}; ${lifetime}${attributes}`);
  };
  return {
    name,
    read: ({ headers }: Pick<FastifyRequest, 'headers'>) => readCookie(headers.cookie, name),
    write,
    clear: (reply: FastifyReply) => write(reply, '', 0),
  };
}

export type OwnCookie = ReturnType<typeof ownCookie>;
export const sessionCookie = (config: Config) => ownCookie(config, 'gatehouse');
export const pendingSignInCookie = (config: Config) => ownCookie(config, 'sign-in');
/** Binds a single sign-on to the browser that started it. */
export const ssoCookie = (config: Config) => ownCookie(config, 'sso');

/** A browser; identifies no person and signs no one in. */
export interface Guest {
  readonly secret: string;
  readonly publicId: string;
  readonly gateUntil: number;
}

const KEPT_FOR_S = 30 * 24 * 60 * 60;
/** The longest that browsers keep a cookie. */
const HALT_KEPT_FOR_S = 400 * 24 * 60 * 60;
const KNOWN_COOKIES = 12_000;

export type GuestCookie = ReturnType<typeof guestCookie>;

export function guestCookie({ config, keys, clock }: Pick<Core, 'config' | 'keys' | 'clock'>) {
  const cookie = ownCookie(config, 'guest');
  const key = keys.derive('guest-cookie');
  const mac = (content: string) => createHmac('sha256', key).update(content).digest('base64url');

  const guestOf = (secret: string, gateUntil: number): Guest => ({
    secret,
    publicId: publicGuestId(keys, secret),
    gateUntil,
  });
  const parse = (value: string): Guest | null => {
    const [secret = '', until = '', signature = ''] = value.split('.');
    return isSameSecret(signature, mac(`${secret}.${until}`)) ? guestOf(secret, Number(until)) : null;
  };
  const known = memoized(KNOWN_COOKIES, parse, (guest) => guest !== null, detachedCopy);
  const read = (request: Pick<FastifyRequest, 'headers'>): Guest | null => {
    const value = cookie.read(request);
    return value === undefined ? null : known(value);
  };
  const write = (
    reply: FastifyReply,
    secret = newGuestSecret(clock.now()),
    gateUntil = 0,
    seconds = KEPT_FOR_S,
  ): Guest => {
    const content = `${secret}.${gateUntil}`;
    cookie.write(reply, `${content}.${mac(content)}`, seconds);
    return guestOf(secret, gateUntil);
  };

  return {
    read,
    publicId: (request: FastifyRequest): string | null => read(request)?.publicId ?? null,
    obtain: (request: FastifyRequest, reply: FastifyReply): Guest => read(request) ?? write(reply),
    /** As long as the halt itself. */
    keepHalted: (reply: FastifyReply, { secret, gateUntil }: Guest) =>
      void write(reply, secret, gateUntil, HALT_KEPT_FOR_S),
    letPass: (request: FastifyRequest, reply: FastifyReply, until: number): Guest =>
      write(reply, read(request)?.secret, until),
    hasPassedGate: (request: Pick<FastifyRequest, 'headers'>) => (read(request)?.gateUntil ?? 0) > clock.now(),
  };
}

export type HaltCookie = ReturnType<typeof haltCookie>;

/**
 * Keeps a halt when the server has no room, and after a change of the server key. Unsigned, because it can only keep staff away from its
 * own browser.
 */
export function haltCookie({ config }: Pick<Core, 'config'>) {
  const cookie = ownCookie(config, 'halt');
  return {
    read(request: Pick<FastifyRequest, 'headers'>): number | null {
      const since = cookie.read(request) ?? '';
      return /^\d{1,14}$/.test(since) ? Number(since) : null;
    },
    write: (reply: FastifyReply, since: number) => cookie.write(reply, String(since), HALT_KEPT_FOR_S),
    clear: cookie.clear,
  };
}

/** A known device is exempt from the sign-in limits for strangers. */
export interface Device {
  readonly id: string;
  knows(usernameKey: string, since?: number | null): boolean;
  knowsPassword(usernameKey: string, passwordHash: string): boolean;
}

const DEVICE_KEPT_FOR_S = 180 * 24 * 60 * 60;
/** The least recently used account is dropped. */
const ACCOUNTS_OF_A_DEVICE = 5;

interface DeviceEntry {
  readonly at: number;
  readonly name: string;
  readonly password: string;
}

export type DeviceCookie = ReturnType<typeof deviceCookie>;

/** Signed as a whole, so that no part can be used in another cookie. */
export function deviceCookie({ config, keys, clock }: Pick<Core, 'config' | 'keys' | 'clock'>) {
  const cookie = ownCookie(config, 'device');
  const key = keys.derive('device-cookie');
  const mac = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url').slice(0, 22);
  const nameMac = (id: string, usernameKey: string) => mac('name', id, usernameKey);
  const passwordMac = (id: string, usernameKey: string, passwordHash: string) =>
    mac('password', id, usernameKey, passwordHash);
  const nowS = () => Math.floor(clock.now() / 1000);

  function parse(request: FastifyRequest): { id: string; entries: readonly DeviceEntry[] } | null {
    const [id = '', signature = '', ...rest] = cookie.read(request)?.split('.') ?? [];
    if (rest.length === 0 || rest.length > ACCOUNTS_OF_A_DEVICE) return null;
    if (!isSameSecret(signature, mac('device', id, ...rest))) return null;
    const entries = rest.map((entry): DeviceEntry => {
      const [at = '', name = '', password = ''] = entry.split(':');
      return { at: Number.parseInt(at, 36), name, password };
    });
    return { id, entries: entries.filter(({ at }) => nowS() - at < DEVICE_KEPT_FOR_S) };
  }

  return {
    read(request: FastifyRequest): Device | null {
      const device = parse(request);
      if (device === null || device.entries.length === 0) return null;
      const { id, entries } = device;
      const entryOf = (usernameKey: string) => {
        const wanted = nameMac(id, usernameKey);
        return entries.find(({ name }) => isSameSecret(name, wanted));
      };
      return {
        id,
        knows: (usernameKey, since) => {
          const entry = entryOf(usernameKey);
          return entry !== undefined && entry.at >= Math.floor((since ?? 0) / 1000);
        },
        // While a temporary password is unused, the hash is empty.
        knowsPassword: (usernameKey, passwordHash) =>
          passwordHash !== '' &&
          isSameSecret(entryOf(usernameKey)?.password ?? '', passwordMac(id, usernameKey, passwordHash)),
      };
    },

    remember(request: FastifyRequest, reply: FastifyReply, usernameKey: string, passwordHash: string): void {
      const { id, entries } = parse(request) ?? { id: randomBytes(16).toString('base64url'), entries: [] };
      const name = nameMac(id, usernameKey);
      const own = { at: nowS(), name, password: passwordMac(id, usernameKey, passwordHash) };
      const kept = [own, ...entries.filter((entry) => entry.name !== name)]
        .slice(0, ACCOUNTS_OF_A_DEVICE)
        .map((entry) => `${entry.at.toString(36)}:${entry.name}:${entry.password}`);
      cookie.write(reply, [id, mac('device', id, ...kept), ...kept].join('.'), DEVICE_KEPT_FOR_S);
    },
  };
}
