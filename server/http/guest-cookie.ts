import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Keys } from '../keys.ts';
import { sameText } from '../same-text.ts';
import { readCookie } from './cookies.ts';

/** A browser in the guest flow. It says nothing about the person, and it signs nobody in. */
export interface Guest {
  readonly id: string;
  /** Until when this browser has passed the gate; 0 when it never did. */
  readonly gateUntil: number;
}

export interface GuestCookie {
  read(request: FastifyRequest): Guest | null;
  /** The guest of this browser, made now if there is none yet. */
  obtain(request: FastifyRequest, reply: FastifyReply): Guest;
  /** This browser has passed the gate. */
  letPass(request: FastifyRequest, reply: FastifyReply, until: number): Guest;
  hasPassedGate(request: FastifyRequest): boolean;
}

const newGuestId = () => randomBytes(16).toString('base64url');

const KEPT_FOR_S = 30 * 24 * 60 * 60;

export function guestCookie(config: Config, keys: Keys, clock: Clock): GuestCookie {
  const secure = config.publicUrl.protocol === 'https:';
  const name = secure ? '__Host-guest' : 'guest';
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${KEPT_FOR_S}${secure ? '; Secure' : ''}`;
  const key = keys.derive('guest-cookie');
  const mac = (content: string) => createHmac('sha256', key).update(content).digest('base64url');

  const write = (reply: FastifyReply, guest: Guest): Guest => {
    const content = `${guest.id}.${guest.gateUntil}`;
    reply.header('set-cookie', `${name}=${content}.${mac(content)}; ${attributes}`);
    return guest;
  };

  const cookie: GuestCookie = {
    read(request) {
      const value = readCookie(request.headers.cookie, name);
      if (value === undefined) return null;
      const [id = '', until = '', signature = ''] = value.split('.');
      return sameText(signature, mac(`${id}.${until}`)) ? { id, gateUntil: Number(until) } : null;
    },
    obtain(request, reply) {
      const known = cookie.read(request);
      if (known !== null) return known;
      return write(reply, { id: newGuestId(), gateUntil: 0 });
    },
    letPass: (request, reply, gateUntil) => write(reply, { id: cookie.read(request)?.id ?? newGuestId(), gateUntil }),
    hasPassedGate: (request) => (cookie.read(request)?.gateUntil ?? 0) > clock.now(),
  };
  return cookie;
}
