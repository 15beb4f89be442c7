import { expect, test } from 'vitest';
import { generatePassword } from '../passwords/generate.ts';
import { withoutAddress, withoutSecrets } from './outbox.ts';

test("A mail server's answer is kept without codes and passwords", () => {
  expect(withoutSecrets('550 "123456" refused')).toBe('550 "••••••" refused');
  const password = generatePassword();
  expect(withoutSecrets(`554 content: Temporary password: ${password} blocked`)).not.toContain(password.slice(0, 9));
  expect(withoutSecrets('550 5.1.1 no such mailbox')).toBe('550 5.1.1 no such mailbox');
  expect(withoutSecrets('your code is 12\u200b34\u2060\u034f56')).toBe('your code is ••••••');
  expect(withoutSecrets('550 no\0such\r\nmailbox')).toBe('550 no such mailbox');
});

test.for([
  ['550 <493817@my-bank-code.co>: no such user', '550 <…@m…e.co>: no such user'],
  ['550 user 493817 unknown at My-Bank-Code.co', '550 user … unknown at m…e.co'],
  ['550 relayed for other1@company.de', '550 relayed for o…@c…y.de'],
  ['550 5.1.1 no such mailbox', '550 5.1.1 no such mailbox'],
])("A mail server's answer is kept without the recipient: %s", ([said, kept]) => {
  expect(withoutAddress(said as string, '493817@my-bank-code.co')).toBe(kept);
});

test('A recipient whose name is an ordinary word leaves the answer as it is', () => {
  expect(withoutAddress('550 not for you, ann@gmail.com', 'ann@gmail.com')).toBe('550 not for you, a…n@gmail.com');
  expect(withoutAddress('550 no 李 at bücher.example', '李@xn--bcher-kva.example')).toBe('550 no … at ….e…e');
  expect(withoutAddress('chat not found', '-100123')).toBe('chat not found');
});
