import { ERRORS, type ErrorBody, type ErrorId } from '../contract/errors.ts';
import type { Messages } from '../contract/language/messages.ts';
import * as english from '../messages/en.ts';

/** In the reader's language, or in English where only staff read it. */
type Sentence = string | ((errors: Messages['errors']) => string);

export class HttpError extends Error {
  readonly id: ErrorId;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly sentence: Sentence;

  constructor(id: ErrorId, sentence: Sentence, retryAfter?: number) {
    super(typeof sentence === 'string' ? sentence : sentence(english.errors));
    this.sentence = sentence;
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
export const freshProofNeeded = () => new HttpError('fresh_proof_needed', "Please confirm it's you to continue.");
export const gateClosed = () => new HttpError('gate_closed', 'Please open this page with the link you were given.');
export const foreignOrigin = () =>
  new HttpError('foreign_origin', 'This request does not come from a page of this portal.');
export const domainDenied = () =>
  new HttpError('domain_denied', 'The requested resource was not found on this server.');
export const notFound = () => new HttpError('not_found', 'There is nothing at this address.');
export const tooManyRequests = (seconds: number) =>
  new HttpError('too_many_requests', ({ tooManyRequests }) => tooManyRequests(seconds), seconds);
export const busy = () => new HttpError('busy', 'The server is busy right now. Please try again in a moment.', 2);
export const unavailable = () =>
  new HttpError('unavailable', 'The service is not available right now. Please try again in a moment.', 5);
export const bodyTooLarge = () => new HttpError('body_too_large', 'The request is too large.');
export const notJson = () => new HttpError('not_json', 'Only JSON (application/json) is accepted here.');
export const notCsv = () => new HttpError('not_csv', 'Only CSV (text/csv) is accepted here.');
export const malformedRequest = () => new HttpError('malformed_request', 'The request is not valid HTTP.');
export const clientLeft = () => new HttpError('malformed_request', 'The client disconnected before the answer.');
export const requestTimeout = () => new HttpError('request_timeout', 'The request took too long to arrive.');
export const headersTooLarge = () => new HttpError('headers_too_large', 'The headers of the request are too large.');
export const malformedJson = () => new HttpError('malformed_json', 'The request is not valid JSON.');
export const internal = () =>
  new HttpError('internal', 'Something went wrong on our side. Please try again in a moment.');

export const errorBody = (
  { id, sentence, retryAfter }: HttpError,
  { errors }: Pick<Messages, 'errors'>,
): ErrorBody => ({
  error: id,
  message: typeof sentence === 'string' ? sentence : sentence(errors),
  ...(retryAfter !== undefined && { retryAfter }),
});
