import { isUnavailable } from '../db/errors.ts';
import {
  bodyTooLarge,
  HttpError,
  internal,
  malformedJson,
  malformedRequest,
  notFound,
  notJson,
  unavailable,
} from '../errors.ts';

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
