import type { ErrorBody } from '../../contract/errors.ts';
import { isUnavailable } from '../db/database.ts';

/** An answer that is not a success: a stable id for programs, a sentence for people. */
export class HttpError extends Error {
  readonly status: number;
  readonly id: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, id: string, sentence: string, retryAfterSeconds?: number) {
    super(sentence);
    this.status = status;
    this.id = id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badInput = (sentence: string) => new HttpError(400, 'bad_input', sentence);
export const notSignedIn = () => new HttpError(401, 'not_signed_in', 'You are not signed in.');
export const notAllowed = () => new HttpError(403, 'not_allowed', 'You are not allowed to do this.');
export const passwordChangeRequired = () =>
  new HttpError(403, 'password_change_required', 'Choose your own password first.');
export const gateClosed = () =>
  new HttpError(403, 'gate_closed', 'Please use the link that you were given to open this page.');
export const foreignOrigin = () =>
  new HttpError(403, 'foreign_origin', 'This request does not come from a page of this portal.');
export const domainDenied = () =>
  new HttpError(404, 'domain_denied', 'The requested resource was not found on this server.');
export const notFound = () => new HttpError(404, 'not_found', 'There is nothing at this address.');
export const tooManyRequests = (seconds: number) =>
  new HttpError(429, 'too_many_requests', `Too many attempts. Please try again in ${inWords(seconds)}.`, seconds);
export const busy = () => new HttpError(503, 'busy', 'The server is busy right now. Please try again in a moment.', 2);
const unavailable = () =>
  new HttpError(503, 'unavailable', 'The service is not available right now. Please try again in a moment.', 5);
export const bodyTooLarge = () => new HttpError(413, 'body_too_large', 'The request is too large.');
export const notJson = () => new HttpError(415, 'not_json', 'Only JSON (application/json) is accepted here.');
export const notCsv = () => new HttpError(415, 'not_csv', 'Only CSV (text/csv) is accepted here.');
export const malformedRequest = () => new HttpError(400, 'malformed_request', 'The request is not valid HTTP.');
export const requestTimeout = () => new HttpError(408, 'request_timeout', 'The request took too long to arrive.');
export const headersTooLarge = () =>
  new HttpError(431, 'headers_too_large', 'The headers of the request are too large.');
const malformedJson = () => new HttpError(400, 'malformed_json', 'The request is not valid JSON.');
const internal = () =>
  new HttpError(500, 'internal', 'Something went wrong on our side. Please try again in a moment.');

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const errorBody = (error: HttpError): ErrorBody => ({ error: error.id, message: error.message });

/** Unknown failures are told as one generic sentence. */
export function asHttpError(error: Error & { code?: string; statusCode?: number }): HttpError {
  if (error instanceof HttpError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformedJson();
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound();
    // No room for a file, such as a body that is put aside: the disk is full, or all that we may use of it.
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return unavailable();
  }
  if (isUnavailable(error)) return unavailable();
  if (error instanceof SyntaxError) return malformedJson();
  // Whatever else the framework has against a request is no failure of ours.
  if (error.code?.startsWith('FST_ERR_') && error.statusCode === 400) return malformedRequest();
  return internal();
}
