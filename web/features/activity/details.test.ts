import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { detailFacts, readableJson } from './details.ts';

const hostile = { name: 'שלום \u202egnp.exe', 'zero\u200bwidth': true, n: 1 };

const shown = (details: ActivityEntry['details']) =>
  detailFacts(details)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ');

test('the JSON is that of the same details', () => {
  expect(JSON.parse(readableJson(hostile, 2))).toEqual(hostile);
});

test('the JSON shows what would turn or hide the text around it', () => {
  expect(readableJson(hostile)).toBe('{"name":"שלום \\u202egnp.exe","zero\\u200bwidth":true,"n":1}');
});

test.for<[ActivityEntry['details'], string]>([
  [null, ''],
  [{ change: 'status', status: 'suspended', user: '0198', username: 'mira' }, 'Status: suspended · User: mira'],
  [{ change: 'guest log deleted', entries: 3 }, 'Entries: 3'],
  [{ change: 'password' }, ''],
  [{ change: 'users exported', search: 'mira' }, 'Search: mira'],
  [{ change: 'users imported', accounts: 3, problems: 1 }, 'Accounts: 3 · Lines with problems: 1'],
  [{ reason: 'wrong password' }, 'Reason: wrong password'],
  [{ change: 'redirect removed', guest: '2001:db8::7' }, 'Guest: 2001:db8::7'],
  [{ change: 'something new' }, 'Change: something new'],
  [{ constructor: 'x', colour: 'red' }, 'constructor: x · colour: red'],
  // What older versions wrote.
  [{ changed: 'password' }, ''],
  [{ prompt: 'code', guest: '192.0.2.7' }, 'Prompt: code · Guest: 192.0.2.7'],
  [{ change: 'removed', user: '0198' }, 'User ID: 0198'],
])('%o reads "%s"', ([details, text]) => {
  expect(shown(details)).toBe(text);
});

test.for([
  ['x · User: admin', '"x · User: admin"'],
  ['two\nlines', '"two\\nlines"'],
  ['a "quote"', '"a \\"quote\\""'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['\\u202e', '"\\\\u202e"'],
  ['<b>שלום</b>', '<b>שלום</b>'],
] as const)('%j cannot pose as something else', ([text, value]) => {
  expect(detailFacts({ reason: text, [text]: 1 })).toEqual([
    { name: 'reason', label: 'Reason', value },
    { name: text, label: value, value: '1' },
  ]);
});
