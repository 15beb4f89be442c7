import { expect, test } from 'vitest';
import { generatePassword } from '../passwords/generate.ts';
import { withoutSecrets } from './outbox.ts';

test('what a mail server repeats of a mail is kept without codes and passwords', () => {
  expect(withoutSecrets('550 "123456" refused')).toBe('550 "••••••" refused');
  const password = generatePassword();
  expect(withoutSecrets(`554 content: Temporary password: ${password} blocked`)).not.toContain(password.slice(0, 9));
  expect(withoutSecrets('550 5.1.1 no such mailbox')).toBe('550 5.1.1 no such mailbox');
  expect(withoutSecrets('550 no\0such\r\nmailbox')).toBe('550 no such mailbox');
});
