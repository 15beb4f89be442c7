import { ERRORS, type ErrorBody, type ErrorId } from '../contract/errors.ts';
import type { Messages } from '../contract/language/messages.ts';
import * as english from '../messages/en.ts';

type Said = Pick<Messages, 'errors' | 'problems' | 'sso'>;
/** In the reader's language; a plain string if only staff or programs read it. */
export type Sentence = string | ((messages: Said) => string);

export class HttpError extends Error {
  readonly id: ErrorId;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly sentence: Sentence;

  constructor(id: ErrorId, sentence: Sentence, retryAfter?: number) {
    super(typeof sentence === 'string' ? sentence : sentence(english));
    this.sentence = sentence;
    this.id = id;
    this.status = ERRORS[id];
    this.retryAfter = retryAfter;
  }
}

export const badInput = (sentence: Sentence) => new HttpError('bad_input', sentence);
export const notSignedIn = () => new HttpError('not_signed_in', ({ errors }) => errors.notSignedIn);
export const keyRefused = (sentence: string) => new HttpError('api_key_refused', sentence);
export const keyNotAllowed = (sentence: string) => new HttpError('api_key_not_allowed', sentence);
export const needsPerson = () =>
  keyNotAllowed('A person has to confirm this with a step-up, so an API key can’t do it. Use the back-office.');
export const notAllowed = () => new HttpError('not_allowed', ({ errors }) => errors.notAllowed);
export const passwordChangeRequired = () =>
  new HttpError('password_change_required', ({ errors }) => errors.passwordChangeRequired);
export const secondFactorRequired = () =>
  new HttpError('second_factor_required', ({ errors }) => errors.secondFactorRequired);
export const freshProofNeeded = () => new HttpError('fresh_proof_needed', ({ errors }) => errors.stepUpNeeded);
export const gateClosed = () => new HttpError('gate_closed', ({ errors }) => errors.gateClosed);
export const foreignOrigin = () => new HttpError('foreign_origin', ({ errors }) => errors.foreignOrigin);
export const domainDenied = () => new HttpError('domain_denied', ({ errors }) => errors.domainDenied);
export const notFound = () => new HttpError('not_found', ({ errors }) => errors.notFound);
export const tooManyRequests = (seconds: number) =>
  new HttpError('too_many_requests', ({ errors }) => errors.tooManyRequests(seconds), seconds);
export const busy = () => new HttpError('busy', ({ errors }) => errors.busy, 2);
export const unavailable = () => new HttpError('unavailable', ({ errors }) => errors.unavailable, 5);
export const bodyTooLarge = () => new HttpError('body_too_large', ({ errors }) => errors.bodyTooLarge);
export const notJson = () => new HttpError('not_json', ({ errors }) => errors.notJson);
export const notCsv = () => new HttpError('not_csv', 'Only CSV (text/csv) is accepted here.');
export const malformedRequest = () => new HttpError('malformed_request', ({ errors }) => errors.malformedRequest);
export const clientLeft = () => new HttpError('malformed_request', 'The client disconnected before the answer.');
export const requestTimeout = () => new HttpError('request_timeout', 'The request took too long to arrive.');
export const headersTooLarge = () => new HttpError('headers_too_large', 'The headers of the request are too large.');
export const malformedJson = () => new HttpError('malformed_json', ({ errors }) => errors.malformedJson);
export const internal = () => new HttpError('internal', ({ errors }) => errors.internal);

export const errorBody = ({ id, sentence, retryAfter }: HttpError, messages: Said): ErrorBody => ({
  error: id,
  message: typeof sentence === 'string' ? sentence : sentence(messages),
  ...(retryAfter !== undefined && { retryAfter }),
});
