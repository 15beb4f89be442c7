import { expect, test } from 'vitest';
import { type ConnectionError, describeSmtpError } from './smtp-errors.ts';

const error = (message: string, more: Partial<ConnectionError>): ConnectionError =>
  Object.assign(new Error(message), more);

test.for([
  [
    error('connect ECONNREFUSED 10.0.0.4:25', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }),
    'The mail server refused the connection (ECONNREFUSED)',
  ],
  [
    error('getaddrinfo ENOTFOUND mail.example', { code: 'EDNS', originalCode: 'ENOTFOUND' }),
    "The mail server's name is unknown (ENOTFOUND)",
  ],
  [error('Greeting never received', { code: 'ETIMEDOUT' }), 'The mail server did not answer in time (ETIMEDOUT)'],
  [
    error('Invalid login: 535 5.7.8 no such user: portal', { code: 'EAUTH', responseCode: 535 }),
    'The mail server rejected the user name and password in SMTP_URL (535)',
  ],
  [
    error('Error upgrading connection with STARTTLS: 502', { code: 'ETLS', command: 'STARTTLS', responseCode: 502 }),
    'The mail server offers no encryption (STARTTLS), so nothing is sent (502)',
  ],
  [
    error('Invalid greeting. response=421 Too busy: 421 Too busy', {
      code: 'EPROTOCOL',
      response: '421 Too busy',
      responseCode: 421,
    }),
    'The mail server rejected the connection (421)',
  ],
  [
    error('Invalid greeting. response=Call us: Call us', { code: 'EPROTOCOL', response: 'Call us' }),
    'The mail server rejected the connection (EPROTOCOL)',
  ],
  [error('Something else', { code: 'EWHATEVER' }), 'Something else'],
] as const)('Staff read "$1"', ([thrown, words]) => {
  expect(describeSmtpError(thrown)).toBe(words);
});
