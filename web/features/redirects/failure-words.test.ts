import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { failureWords } from './failure-words.ts';

const refused = (sentence: string) => new ApiError({ status: 400, id: 'unknown', sentence });

test.for([
  [
    refused('Please wait before redirecting this guest again'),
    'Redirect Failed',
    'Please wait 10 seconds before redirecting this guest again',
  ],
  [refused('This user no longer exists.'), 'Error', 'This user no longer exists.'],
  [refused(''), 'Error', 'Failed to create redirect'],
  [new Error('boom'), 'Error', 'Failed to create redirect'],
] as const)('%o', ([error, title, description]) => {
  expect(failureWords(error)).toEqual({ title, description });
});
