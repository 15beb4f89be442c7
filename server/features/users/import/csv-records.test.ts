import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../../contract/csv.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

async function* inPowersOfTwo(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1_000): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(inPowersOfTwo(text, size))) records.push(record);
  return records;
}

test.each([
  [
    'a,b\nc,d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'a,b\r\n\r\n"c\r\nd",e\r\nf',
    [
      [1, 'a', 'b'],
      [3, 'c\r\nd', 'e'],
      [5, 'f'],
    ],
  ],
  [
    '\ufeffa;b;c\n1,5;"x;y";',
    [
      [1, 'a', 'b', 'c'],
      [2, '1,5', 'x;y', ''],
    ],
  ],
  ['say ""hi"",x', [[1, 'say ""hi""', 'x']]],
  ['"a""b",""', [[1, 'a"b', '']]],
  ['', []],
  ['\n \n,,\n', []],
])('The records of %j', async (text, expected) => {
  const records = (await read(text)).map(({ line, cells }) => [line, ...cells]);
  expect(records).toEqual(expected);
});

test('Written CSV is read back, in whatever pieces it arrives', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '😀', ';', "'"), maxLength: 8 });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), async (table, size) => {
      // The heading settles the separator; lines with nothing but space are left out.
      const expected = [['x', 'y'], ...table.filter((cells) => cells.some((text) => text.trim() !== ''))];
      const text = [['x', 'y'], ...table].map(csvLine).join('');
      expect((await read(text, size)).map(({ cells }) => cells)).toEqual(expected);
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is no formula in a spreadsheet', (value) => {
  expect(csvLine([value, null])).toMatch(/^"?'/);
});
