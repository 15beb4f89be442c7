import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

export interface SessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** Ends with the browser; how long a session really lives is the server's business. */
export function sessionCookie(config: Config): SessionCookie {
  const secure = config.publicUrl.protocol === 'https:';
  // The prefix makes browsers refuse the cookie from subdomains and from plain http.
  const name = secure ? '__Host-gatehouse' : 'gatehouse';
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return {
    name,
    read: (request) => request.cookies[name],
    write: (reply, token) => void reply.setCookie(name, token, options),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
