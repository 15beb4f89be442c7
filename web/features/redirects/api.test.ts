import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { describeFailure, describeGuestFailure } from './api.ts';

const refused = (status: number, id: ApiError['id'], sentence: string) => new ApiError({ status, id, sentence });

const TOO_SOON = refused(429, 'redirect_cooldown', 'Please wait before redirecting this guest again');
const NO_DATABASE = refused(503, 'unavailable', 'The service is not available right now.');
const NO_USER = refused(404, 'user_not_found', 'This user no longer exists.');
const NO_WORDS = refused(502, 'unknown', '');

test.for([
  [TOO_SOON, 'Redirect Failed', 'Please wait 10 seconds before redirecting this guest again'],
  [NO_DATABASE, 'Error', 'The service is not available right now.'],
  [NO_USER, 'Error', 'This user no longer exists.'],
  [NO_WORDS, 'Error', 'Failed to create redirect'],
  [new Error('boom'), 'Error', 'Failed to create redirect'],
] as const)('A failure of the form: %o', ([error, title, description]) => {
  expect(describeFailure(error)).toEqual({ title, description });
});

test.for([
  [TOO_SOON, 'Please wait 10 seconds before redirecting this guest again'],
  [NO_DATABASE, 'Could not verify guest activity'],
  [refused(400, 'bad_input', 'Guests can only be moved there.'), 'Guests can only be moved there.'],
  [NO_WORDS, 'Failed to create redirect'],
] as const)("A failure of a guest's redirect: %o", ([error, description]) => {
  expect(describeGuestFailure(error)).toEqual({ title: 'Redirect Failed', description });
});
