import { sentenceOf } from '../../lib/api-error.ts';

const TOO_SOON = 'wait before redirecting';

/** A guest was redirected only just now; anything else is said as the server says it. */
export function failureWords(error: unknown) {
  const description = sentenceOf(error, 'Failed to create redirect');
  return description.includes(TOO_SOON)
    ? { title: 'Redirect Failed', description: 'Please wait 10 seconds before redirecting this guest again' }
    : { title: 'Error', description };
}
