import type { LightMyRequestResponse } from 'fastify';

/** What an answer tells whoever asked, without what differs from answer to answer anyway. */
export function told({ statusCode, body, headers }: LightMyRequestResponse) {
  const { date: _, 'x-request-id': __, 'set-cookie': cookies, ...rest } = headers;
  return { statusCode, body, headers: rest, cookies: [cookies].flat().map((cookie) => cookie?.split('=', 1)[0]) };
}
