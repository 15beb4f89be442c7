import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import * as english from '../../messages/en.ts';
import { isUnavailable } from '../db/errors.ts';
import {
  bodyTooLarge,
  errorBody,
  HttpError,
  headersTooLarge,
  internal,
  malformedJson,
  malformedRequest,
  notFound,
  notJson,
  requestTimeout,
  unavailable,
} from '../errors.ts';
import { STATUS_CODES } from '../process/node-http.ts';

const BY_CODE: Readonly<Record<string, () => HttpError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_INVALID_JSON_BODY: malformedJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedJson,
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  ENOSPC: unavailable,
  EDQUOT: unavailable,
  EFBIG: unavailable,
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};

export function asHttpError(error: Error & { code?: string; statusCode?: number }): HttpError {
  if (error instanceof HttpError) return error;
  const known = BY_CODE[error.code ?? ''];
  if (known !== undefined) return known();
  if (isUnavailable(error)) return unavailable();
  if (error instanceof SyntaxError) return malformedJson();
  // Fastify's other 400 errors are the client's fault.
  if (error.code?.startsWith('FST_ERR_') && error.statusCode === 400) return malformedRequest();
  return internal();
}

/** There is no request yet, so the answer is written by hand. Closes both sides, or a client could keep the connection. */
export function refuseMalformed(error: ConnectionError, socket: Socket, headers: Readonly<Record<string, string>>) {
  // Browsers open connections in advance.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const refused = BY_CODE[error.code]?.() ?? malformedRequest();
  const body = JSON.stringify(errorBody(refused, english));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    [
      `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
      ...lines,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
