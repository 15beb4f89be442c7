import { expect, test } from 'vitest';
import { smtpOptions, smtpSecurity } from './smtp-security.ts';

test.for([
  ['smtps://mail.example', 'always', false, true],
  ['smtps://user:secret@127.0.0.1', 'always', true, true],
  ['smtps://mail.example?tls.rejectUnauthorized=false', 'always', false, false],
  ['smtps://mail.example?ignoreTLS=true', 'always', false, true],
  ['smtp://user:secret@mail.example', 'always', false, true],
  ['smtp://user:secret@mail.example?ignoreTLS=true', 'always', false, true],
  ['smtp://user:secret@mail.example?requireTLS=false', 'always', false, true],
  ['smtp://user@mail.example', 'always', false, true],
  ['smtp://user:secret@127.0.0.1.example', 'always', false, true],
  ['smtp://user:secret@localhost:2525', 'offered', true, true],
  ['smtp://user:secret@127.8.8.8', 'offered', true, true],
  ['smtp://user:secret@[::1]:25', 'offered', true, true],
  ['smtp://mail.example', 'offered', false, true],
  ['smtp://10.0.0.4?tls.rejectUnauthorized=false', 'offered', false, false],
  ['smtp://mail.example?ignoreTLS=true', 'never', false, true],
  ['smtp://mail.example?requireTLS=true', 'always', false, true],
  ['smtp://127.0.0.1?requireTLS=true&ignoreTLS=true', 'always', true, true],
] as const)('The security of %s', ([url, encryption, isLocal, isVerified]) => {
  expect(smtpSecurity(url)).toEqual({ encryption, isLocal, isVerified });
});

test('Options in the URL cannot switch off required encryption', () => {
  const { url, requireTLS } = smtpOptions(
    'smtp://user:s%40fe@mail.example:587?requireTLS=false&ignoreTLS=true&opportunisticTLS=true&name=portal.example',
  );
  expect([url, requireTLS]).toEqual(['smtp://user:s%40fe@mail.example:587?name=portal.example', true]);
  expect(smtpOptions('smtp://mail.example?ignoreTLS=true')).toEqual({
    url: 'smtp://mail.example?ignoreTLS=true',
    requireTLS: false,
  });
});
