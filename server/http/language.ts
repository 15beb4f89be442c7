import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.ts';
import type { Language } from '../languages.ts';
import { readCookie } from './cookies.ts';

const LANGUAGE_COOKIE = 'language';
const ONE_YEAR_S = 365 * 24 * 60 * 60;

const BACK_OFFICE = '/api/admin/';

/** In this order: chosen in this browser, chosen for the account, asked for by the browser. */
export const requestLanguage =
  ({ languages }: Pick<Core, 'languages'>) =>
  ({ headers, session, url }: Pick<FastifyRequest, 'headers' | 'session' | 'url'>): Language => {
    if (url.startsWith(BACK_OFFICE)) return languages.english;
    return (
      languages.find(readCookie(headers.cookie, LANGUAGE_COOKIE)) ??
      languages.find(session?.user.language) ??
      languages.preferred(headers['accept-language'])
    );
  };

/** Not HttpOnly, because the page's language switch writes it too. */
export function keepLanguage(reply: FastifyReply, { code }: Language, secure: boolean): void {
  const cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', cookie);
}
