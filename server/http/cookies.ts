import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

export interface SessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

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

/** Ends with the browser; how long a session really lives is the server's business. */
export function sessionCookie(config: Config): SessionCookie {
  const secure = config.publicUrl.protocol === 'https:';
  // The prefix makes browsers refuse the cookie from subdomains and from plain http.
  const name = secure ? '__Host-gatehouse' : 'gatehouse';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    read: (request) => readCookie(request.headers.cookie, name),
    write: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    clear: (reply) => void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}
