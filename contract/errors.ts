import * as z from 'zod';

/** Every way in which a call can be refused, with its status. Programs go by the id, people by the sentence. */
export const ERRORS = {
  bad_input: 400,
  malformed_request: 400,
  malformed_json: 400,
  captcha_refused: 400,
  wrong_password: 400,
  current_password_needed: 400,
  code_refused: 400,
  invalid_code: 400,
  chat_failed: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  not_allowed: 403,
  password_change_required: 403,
  account_suspended: 403,
  own_account: 403,
  not_self_service: 403,
  gate_closed: 403,
  foreign_origin: 403,
  not_found: 404,
  domain_denied: 404,
  user_not_found: 404,
  guest_not_found: 404,
  redirect_gone: 404,
  proposal_gone: 404,
  request_timeout: 408,
  username_taken: 409,
  email_taken: 409,
  last_admin: 409,
  needs_another_admin: 409,
  claimed_by_other: 409,
  step_not_possible: 409,
  terms_changed: 409,
  no_temporary_password: 409,
  too_many_users: 409,
  body_too_large: 413,
  not_json: 415,
  not_csv: 415,
  too_many_requests: 429,
  captcha_needed: 429,
  redirect_cooldown: 429,
  mail_limit: 429,
  headers_too_large: 431,
  internal: 500,
  busy: 503,
  unavailable: 503,
  captcha_unavailable: 503,
  unhealthy: 503,
  closing: 503,
} as const;
export type ErrorId = keyof typeof ERRORS;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  error: z.enum(Object.keys(ERRORS) as [ErrorId, ...ErrorId[]]),
  message: z.string(),
  /** Seconds after which the same call may work; the header Retry-After says the same. */
  retryAfter: z.int().optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;
