import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayEmail } from './display-email.ts';
import { asciiEmail, isEmail } from './email.ts';

test.for<[string, string]>([
  ['anna@example.com', 'anna@example.com'],
  ['Anna@Example.COM', 'Anna@Example.COM'],
  ['anna@bücher.de', 'anna@xn--bcher-kva.de'],
  ['anna@BÜCHER.de', 'anna@xn--bcher-kva.de'],
  ['anna@bu\u0308cher.de', 'anna@xn--bcher-kva.de'],
  ['anna@xn--bcher-kva.de', 'anna@xn--bcher-kva.de'],
  ['anna@straße.de', 'anna@xn--strae-oqa.de'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
  ['anna@ｇｍａｉｌ.com', 'anna@gmail.com'],
  ['анна@почта.рф', 'анна@xn--80a1acny.xn--p1ai'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['用户@example.com', '用户@example.com'],
])('%s is normalised to %s', ([typed, ascii]) => {
  expect(isEmail(typed)).toBe(true);
  expect(asciiEmail(typed)).toBe(ascii);
  expect(isEmail(ascii)).toBe(true);
});

test.for([
  '',
  'anna',
  '@example.com',
  'anna@example',
  'anna@почта',
  'anna@exa mple.com',
  'anna@-bücher.de',
  'anna@bücher..de',
  'anna@bücher.de/path',
  'anna@bücher.de:25',
  'anna@bücher.de?x',
  'anna@bü%63her.de',
  'anna@c…y.com',
  'anna@bü\u00adcher.de',
  'anna@bü\u202echer.de',
  'anna@bücher.de\n',
  'an\u200bna@example.com',
  'an\u202ena@example.com',
  'ann\u00a0a@example.com',
  '😀@example.com',
  // Other spellings of ASCII, and a letter of another script among the others.
  'ａnna@example.com',
  'ﬁna@example.com',
  '\u0430nna@example.com',
  'ann\u0430@почта.рф',
  'bücher@anna@example.com',
  `${'я'.repeat(33)}@example.com`,
  `anna@${'ü'.repeat(60)}.de`,
  `anna@${'bücher.'.repeat(30)}de`,
])('%j is not an email address', (typed) => {
  expect(isEmail(typed)).toBe(false);
});

test.for<[string, string]>([
  ['anna@bücher.de', 'anna@bücher.de'],
  ['anna@Bücher.DE', 'anna@bücher.de'],
  ['anna@почта.рф', 'anna@почта.рф'],
  ['anna@例え.jp', 'anna@例え.jp'],
  ['anna@한국.com', 'anna@한국.com'],
  ['anna@xn--bcher-kva.de', 'anna@xn--bcher-kva.de'],
  ['Anna@Example.com', 'Anna@Example.com'],
  ['anna@ｇｍａｉｌ.com', 'anna@gmail.com'],
  // Looks like apple.com, paypal.com, gmail.com.
  ['anna@\u0430\u0440\u0440\u04cf\u0435.com', 'anna@xn--80ak6aa92e.com'],
  ['anna@p\u0430ypal.com', 'anna@xn--pypal-4ve.com'],
  ['anna@\u0261mail.com', 'anna@xn--mail-z7b.com'],
  ['anna@gma\u0131l.com', 'anna@xn--gmal-nza.com'],
])('%s is displayed as %s', ([typed, shown]) => {
  expect(displayEmail(typed)).toBe(shown);
});

describe('Any input', () => {
  const letter = fc.constantFrom(...'abcxyz0189-.üßéяпрοα例え한नا\u0131\u0261\u200d…。');
  const domain = fc.string({ unit: letter, minLength: 1, maxLength: 16 });
  const address = fc
    .tuple(fc.string({ unit: fc.constantFrom(...'abя0.+'), maxLength: 5 }), domain)
    .map((two) => two.join('@'));

  test('Normalising is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.string({ unit: 'binary' })), (typed) => {
        const ascii = asciiEmail(typed);
        expect(asciiEmail(ascii)).toBe(ascii);
        expect(isEmail(ascii)).toBe(isEmail(typed));
        if (isEmail(typed)) expect(ascii.slice(ascii.lastIndexOf('@'))).toMatch(/^@[\w.-]+$/);
      }),
    );
  });

  test('The displayed form is the same address, in one script but for its ending', () => {
    fc.assert(
      fc.property(address.filter(isEmail), (typed) => {
        const shown = displayEmail(typed);
        expect(asciiEmail(shown).toLowerCase()).toBe(asciiEmail(typed).toLowerCase());
        const [, shownDomain = ''] = shown.split('@');
        expect(/[a-z]/.test(shownDomain) && /\p{sc=Cyrillic}|\p{sc=Greek}/u.test(shownDomain)).toBe(false);
      }),
    );
  });
});
