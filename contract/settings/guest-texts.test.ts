import { expect, test } from 'vitest';
import { TEXT_HAS_ADDRESS, TEXT_HAS_NUMBER, TEXT_TOO_LONG, textProblem } from './guest-texts.rules.ts';
import { isSupportContact, nameableHosts } from './settings.rules.ts';

const HOSTS = nameableHosts('portal.example.com', 'https://www.thanks.example/bye?from=portal');

test.for([
  'Please enter your email',
  'Please enter your verification code again',
  'Thank you for completing the verification process',
  'Your bank has sent you a code by SMS, enter it here',
  'The code has 6 digits and works for 5 minutes. You have 3 tries.',
  'Look into your mail, e.g. into the folder for spam; we are here from 9 to 17.',
  'The code is valid until 9.30 p.m., i.e. for half an hour',
  'You are leaving portal.example.com for www.thanks.example. Goodbye',
  'Read https://portal.example.com/ and go on at https://www.thanks.example.',
  'Vielen Dank. Bitte geben Sie den Code ein; z.B. mit Kopieren und Einfügen',
  'Merci : saisissez le code ! Vous avez 3 essais.',
  '谢谢。请再次输入验证码。',
  'ありがとうございます。もう一度コードを入力してください。',
  'شكرا لك. أدخل الرمز مرة أخرى',
  'Спасибо. Введите код ещё раз.',
  'Connect the dot to the others and/or wait',
  'Thank you 👩‍💻 👍🏽',
  'Ask your colleague (she knows). Then wait...',
  'One line.\nAnother line.',
])('The text "%s" is allowed', (text) => {
  expect(textProblem(text, HOSTS)).toBeNull();
});

test.for([
  'Call 0800123',
  'Call 0800 123',
  'Call 08 00',
  'Call 0.8.0.0',
  'Call 0-8-0-0',
  'Call (08) 00',
  'Call 0 / 8 / 0 / 0',
  'Call 0\u200b8\u200b0\u200b0',
  'Call 0\u00ad8\u00ad0\u00ad0',
  'Call 0\u20608\u20600\u20600',
  'Call 0\n8\n0\n0',
  'Call ０８００',
  'Call ٠٨٠٠',
  'Call ०८००',
  'Call ①②③④',
  'Call ❶❷❸❹',
  'Call 𝟎𝟖𝟎𝟎',
  'Call 0️⃣8️⃣0️⃣0️⃣',
  'Call O8OO',
  'Call 1l0O',
  'Call 1-800-FLOWERS',
  'Call 1, 2, 3, 4',
  'Call +49',
  'Call + 1 (8)',
  'tel:110',
  'Your code is 493817',
  'Since 2026',
  'Write to 192.0.2.1',
])('The text "%s" is rejected for a number', (text) => {
  expect(textProblem(text, HOSTS)).toBe(TEXT_HAS_NUMBER);
});

test.for([
  ['Go to bank.com', 'bank.com'],
  ['Go to BANK.COM now', 'BANK.COM'],
  ['Go to bank.com/login', 'bank.com'],
  ['Go to https://bank.com', 'bank.com'],
  ['Go to www.bank', 'www.bank'],
  ['Go to portal.example.com.evil.example', 'portal.example.com.evil.example'],
  ['Go to evil-portal.example.com', 'evil-portal.example.com'],
  ['Go to login.portal.example.com', 'login.portal.example.com'],
  ['Go to https://portal.example.com.evil.example', 'portal.example.com.evil.example'],
  ['Go to https://portal.example.com@evil.example', 'evil.example'],
  ['Go to p\u043ertal.example.com', 'p\u043ertal.example.com'],
  ['Go to bank .com', 'bank.com'],
  ['Go to bank . com', 'bank.com'],
  ['Go to bank. com', 'bank.com'],
  ['Go to bank dot com', 'bank.com'],
  ['Go to bank DOT com', 'bank.com'],
  ['Go to bank (dot) help', 'bank.help'],
  ['Go to bank[.]help', 'bank.help'],
  ['Go to bank·com', 'bank.com'],
  ['Go to bank•com', 'bank.com'],
  ['Go to bank。com', 'bank.com'],
  ['Go to bank．com', 'bank.com'],
  ['Go to ｂａｎｋ.ｃｏｍ', 'bank.com'],
  ['Go to ba\u200bnk.c\u200bom', 'bank.com'],
  ['Go to bank\u200b.\u200bcom', 'bank.com'],
  ['Go to b\u00adank.com', 'bank.com'],
  ['Go to 𝐛𝐚𝐧𝐤.𝐜𝐨𝐦', 'bank.com'],
  ['Go to банк.рф', 'банк.рф'],
  ['Go to bücher.example', 'bücher.example'],
  ['Go to xn--bcher-kva.xn--p1ai', 'xn--bcher-kva.xn--p1ai'],
  ['Write to help@bank.com', 'bank.com'],
] as const)('The text "%s" is rejected for a site', ([text, site]) => {
  expect(textProblem(text, HOSTS)).toContain(`“${site}”`);
});

test.for([
  'Write to @bank_help',
  'Write to help@bank',
  'Write to me@portal.example.com',
  'Go to https://bank',
  'Go to http: //bank',
  'Go to HTTPS bank',
  'Go to hxxp bank',
  'Go to www bank',
  'Go to //bank',
  'mailto:bank',
  'Go to http://portal.example.com',
  'Go to bank/ /login',
])('The text "%s" is rejected for an address', (text) => {
  expect(textProblem(text, HOSTS)).toBe(TEXT_HAS_ADDRESS);
});

test('A text has at most 200 characters and no bidirectional controls', () => {
  expect(textProblem('a'.repeat(200), HOSTS)).toBeNull();
  expect(textProblem('a'.repeat(201), HOSTS)).toBe(TEXT_TOO_LONG);
  expect(textProblem('Go to \u202emoc.knab', HOSTS)).not.toBeNull();
  expect(textProblem('Go to \u2067moc knab\u2069', HOSTS)).not.toBeNull();
});

test('The host of the exit may be named, other sites may not', () => {
  expect(
    textProblem('Go on at www.thanks.example', nameableHosts('portal.example.com', 'https://example.org')),
  ).toContain('www.thanks.example');
  expect(
    textProblem('Go on at bücher.example', nameableHosts('localhost', 'https://xn--bcher-kva.example')),
  ).toBeNull();
  expect(nameableHosts('localhost', '')).toEqual(['localhost']);
});

test.for([
  ['', true],
  ['help@example.com', true],
  ['https://example.com/help', true],
  ['+49 (30) 901820', true],
  ['110', true],
  ['http://example.com', false],
  ['https://example.com@evil.example', false],
  ['javascript:alert(1)', false],
  ['example.com', false],
  ['call us', false],
  ['+', false],
  ['1 2', false],
  ['+49 30 901820 or help@example.com', false],
] as const)('The support contact "%s" is valid: %s', ([text, isOne]) => {
  expect(isSupportContact(text)).toBe(isOne);
});
