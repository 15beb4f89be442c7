import { expect, test } from 'vitest';
import { csvFile } from '../../../../contract/csv.ts';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';

const address: VerifiedEmail = {
  id: '1',
  email: 'anna@example.com',
  verifiedAt: '2026-11-05T14:03:00.000Z',
  tookSeconds: 42,
  helped: true,
  gate: { jti: 'j-1', sub: 'customer, 77', claims: { order: 4711, note: '"new"' } },
  guestId: null,
};

test('The file has a line for each address, as the server writes it', () => {
  expect(csvFile(VERIFIED_CSV, [address, { ...address, helped: false, gate: null }]).split('\r\n')).toEqual([
    'Verified at,Email,Seconds taken,Helped by staff,Token subject,Token ID,Token claims',
    '2026-11-05T14:03:00.000Z,anna@example.com,42,yes,"customer, 77",j-1,"{""order"":4711,""note"":""\\""new\\""""}"',
    '2026-11-05T14:03:00.000Z,anna@example.com,42,no,,,',
    '',
  ]);
});

test('A text that a spreadsheet would calculate is text', () => {
  const gate = { jti: '+1', sub: '@SUM(A1)', claims: {} };
  const [, line] = csvFile(VERIFIED_CSV, [{ ...address, email: '=1+1@example.com', gate }]).split('\r\n');
  expect(line).toBe("2026-11-05T14:03:00.000Z,'=1+1@example.com,42,yes,'@SUM(A1),'+1,");
});
