import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail } from './email.ts';
import { maskedEmail } from './masked-email.ts';

test.for<[string, string]>([
  ['mira@gmail.com', 'm…a@gmail.com'],
  ['Mira.Kolb@GMAIL.com', 'm…b@gmail.com'],
  ['mira@company.com', 'm…a@c…y.com'],
  ['mira@company.co.uk', 'm…a@c…y.co.uk'],
  ['mira@mail.sales.company.de', 'm…a@….c…y.de'],
  ['a@company.com', 'a…@c…y.com'],
  ['ab@company.com', 'a…b@c…y.com'],
  ['m1@company.com', 'm…@c…y.com'],
  ['1m@company.com', '…m@c…y.com'],
  // What a guest could be talked into typing.
  ['493817@my-bank-code.co', '…@m…e.co'],
  ['4-9-3-8-1-7@gmail.com', '…@gmail.com'],
  ['code@493817.co', 'c…e@….co'],
  ['code@4.9.3.8.1.7.com', 'c…e@….….com'],
  ['code@four.nine.three.com', 'c…e@….t…e.com'],
  ['four.nine.three@eight.one.seven', 'f…e@….s…n'],
  ['code@gmail493817.com', 'c…e@g….com'],
  ['code@bank.123456', 'c…e@….…'],
  ['code@163.com', 'c…e@….com'],
  // In other scripts, by the letters that the domain has in ASCII; of the name nothing is left.
  ['mira@bücher.de', 'm…a@x…a.de'],
  ['mira@xn--bcher-kva.de', 'm…a@x…a.de'],
  ['мира@почта.рф', '…@….x…i'],
  ['mira@ｇｍａｉｌ.com', 'm…a@gmail.com'],
  ['not an address', '…'],
  ['493817', '…'],
  ['', '…'],
])('%s is masked as %s', ([address, masked]) => {
  expect(maskedEmail(address)).toBe(masked);
});

describe('Any input', () => {
  const part = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength });
  const local = part('abcXYZ0123456789._-+', 20);
  const label = part('abcXYZ0123456789-', 12);
  const address = fc
    .tuple(
      local,
      fc.array(label, { minLength: 1, maxLength: 4 }),
      fc.oneof(label, fc.constantFrom('com', 'co.uk', 'de')),
    )
    .map(([name, labels, ending]) => `${name}@${[...labels, ending].join('.')}`);

  test('A mask keeps no digit, and of a name little more than its first and last letter', () => {
    fc.assert(
      fc.property(fc.oneof(address, address.filter(isEmail), fc.string()), (typed) => {
        const masked = maskedEmail(typed);
        expect(masked).not.toMatch(/\p{N}/u);
        expect(masked.length).toBeLessThanOrEqual('a…z@….a…z.com.uk'.length);
      }),
    );
  });

  test('Masking is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.string()), (typed) => {
        const masked = maskedEmail(typed);
        expect(maskedEmail(masked)).toBe(masked);
      }),
    );
  });
});
