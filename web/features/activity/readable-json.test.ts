import { expect, test } from 'vitest';
import { readableJson } from './readable-json.ts';

const details = { name: 'שלום \u202egnp.exe', 'zero\u200bwidth': true, n: 1 };

test('is JSON of the same details', () => {
  expect(JSON.parse(readableJson(details, 2))).toEqual(details);
});

test('shows what would turn or hide the text around it', () => {
  expect(readableJson(details)).toBe('{"name":"שלום \\u202egnp.exe","zero\\u200bwidth":true,"n":1}');
});
