import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Core } from '../core.ts';
import { sameText } from '../same-text.ts';

/** The value of one cookie. Ours are plain words, so nothing has to be decoded. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const wanted = `${name}=`;
  for (const part of header.split(';')) {
    const pair = part.trimStart();
    if (pair.startsWith(wanted)) return pair.slice(wanted.length).trimEnd();
  }
  return undefined;
}

/** For our own host alone, and for no script. */
function ownCookie({ publicUrl }: Config, word: string) {
  const secure = publicUrl.protocol === 'https:';
  // The prefix makes browsers refuse the cookie from subdomains and from plain http.
  const name = secure ? `__Host-${word}` : word;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    read: (request: FastifyRequest) => readCookie(request.headers.cookie, name),
    /** Without a time it ends with the browser. */
    write(reply: FastifyReply, value: string, maxAge?: number): void {
      const lifetime = maxAge === undefined ? '' : `Max-Age=${maxAge}; `;
      reply.header('set-cookie', `${name}=${value}; ${lifetime}${attributes}`);
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;

/** How long a session really lives is the server's business. */
export function sessionCookie(config: Config) {
  const cookie = ownCookie(config, 'gatehouse');
  return { ...cookie, clear: (reply: FastifyReply) => cookie.write(reply, '', 0) };
}

/** A browser in the guest flow. It says nothing about the person, and it signs nobody in. */
export interface Guest {
  readonly id: string;
  /** Until when this browser has passed the gate; 0 when it never did. */
  readonly gateUntil: number;
}

const KEPT_FOR_S = 30 * 24 * 60 * 60;

export type GuestCookie = ReturnType<typeof guestCookie>;

export function guestCookie({ config, keys, clock }: Pick<Core, 'config' | 'keys' | 'clock'>) {
  const cookie = ownCookie(config, 'guest');
  const key = keys.derive('guest-cookie');
  const mac = (content: string) => createHmac('sha256', key).update(content).digest('base64url');

  const read = (request: FastifyRequest): Guest | null => {
    const value = cookie.read(request);
    if (value === undefined) return null;
    const [id = '', until = '', signature = ''] = value.split('.');
    return sameText(signature, mac(`${id}.${until}`)) ? { id, gateUntil: Number(until) } : null;
  };
  const write = (reply: FastifyReply, id = randomBytes(16).toString('base64url'), gateUntil = 0): Guest => {
    const content = `${id}.${gateUntil}`;
    cookie.write(reply, `${content}.${mac(content)}`, KEPT_FOR_S);
    return { id, gateUntil };
  };

  return {
    read,
    /** The guest of this browser, made now if there is none yet. */
    obtain: (request: FastifyRequest, reply: FastifyReply): Guest => read(request) ?? write(reply),
    /** This browser has passed the gate. */
    letPass: (request: FastifyRequest, reply: FastifyReply, until: number): Guest =>
      write(reply, read(request)?.id, until),
    hasPassedGate: (request: FastifyRequest) => (read(request)?.gateUntil ?? 0) > clock.now(),
  };
}
