import { ERRORS, type ErrorBody, type ErrorId } from '../contract/errors.ts';

export class HttpError extends Error {
  readonly id: ErrorId;
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(id: ErrorId, sentence: string, retryAfter?: number) {
    super(sentence);
    this.id = id;
    this.status = ERRORS[id];
    this.retryAfter = retryAfter;
  }
}

export const badInput = (sentence: string) => new HttpError('bad_input', sentence);
export const notSignedIn = () => new HttpError('not_signed_in', 'You are not signed in.');
export const notAllowed = () => new HttpError('not_allowed', 'You are not allowed to do this.');
export const passwordChangeRequired = () =>
  new HttpError('password_change_required', 'Choose your own password first.');
export const secondFactorRequired = () =>
  new HttpError('second_factor_required', 'Add a second factor to your account first.');
export const freshProofNeeded = () =>
  new HttpError('fresh_proof_needed', 'Please confirm it’s you to continue.');
export const gateClosed = () =>
  new HttpError('gate_closed', 'Please use the link that you were given to open this page.');
export const foreignOrigin = () =>
  new HttpError('foreign_origin', 'This request does not come from a page of this portal.');
export const domainDenied = () =>
  new HttpError('domain_denied', 'The requested resource was not found on this server.');
export const notFound = () => new HttpError('not_found', 'There is nothing at this address.');
export const tooManyRequests = (seconds: number) =>
  new HttpError('too_many_requests', `Too many attempts. Please try again in ${duration(seconds)}.`, seconds);
export const busy = () => new HttpError('busy', 'The server is busy right now. Please try again in a moment.', 2);
export const unavailable = () =>
  new HttpError('unavailable', 'The service is not available right now. Please try again in a moment.', 5);
export const bodyTooLarge = () => new HttpError('body_too_large', 'The request is too large.');
export const notJson = () => new HttpError('not_json', 'Only JSON (application/json) is accepted here.');
export const notCsv = () => new HttpError('not_csv', 'Only CSV (text/csv) is accepted here.');
export const malformedRequest = () => new HttpError('malformed_request', 'The request is not valid HTTP.');
export const clientLeft = () => new HttpError('malformed_request', 'The client left before the answer.');
export const requestTimeout = () => new HttpError('request_timeout', 'The request took too long to arrive.');
export const headersTooLarge = () => new HttpError('headers_too_large', 'The headers of the request are too large.');
export const malformedJson = () => new HttpError('malformed_json', 'The request is not valid JSON.');
export const internal = () =>
  new HttpError('internal', 'Something went wrong on our side. Please try again in a moment.');

function duration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const errorBody = ({ id, message, retryAfter }: HttpError): ErrorBody => ({
  error: id,
  message,
  ...(retryAfter !== undefined && { retryAfter }),
});
