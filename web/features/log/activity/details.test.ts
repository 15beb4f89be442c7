import { expect, test } from 'vitest';
import { ACCOUNT_DETAILS } from '../../../../contract/users/account-details.rules.ts';
import { changedValues, isLong, oneLine, readableJson } from './details.ts';

const hostile = { name: 'שלום \u202egnp.exe', 'zero\u200bwidth': true, n: 1 };

test('The JSON has the same details', () => {
  expect(JSON.parse(readableJson(hostile, 2))).toEqual(hostile);
});

test('The JSON escapes characters that would turn or hide the text around it', () => {
  expect(readableJson(hostile)).toBe('{"name":"שלום \\u202egnp.exe","zero\\u200bwidth":true,"n":1}');
});

test.for([
  ['two\nlines\r\n\there', 'two lines here'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['<b>שלום</b>', '<b>שלום</b>'],
] as const)('%j cannot pose as something else in a sentence', ([text, shown]) => {
  expect(oneLine(text)).toBe(shown);
});

test('Changed settings show old and new value, with line breaks and nothing hidden', () => {
  const settings = {
    termsText: { from: 'one\ntwo', to: 'gnp\u202e.exe' },
    guestRetentionDays: { from: 30, to: 2 },
    telegramBotToken: 'changed',
    colour: { from: '', to: 'red' },
  };
  expect(changedValues({ change: 'settings', settings })).toEqual([
    { name: 'termsText', label: 'Terms text', values: { from: 'one\ntwo', to: 'gnp\\u202e.exe' } },
    { name: 'guestRetentionDays', label: 'Guest data (days)', values: { from: '30', to: '2' } },
    { name: 'telegramBotToken', label: 'Bot token', values: null },
    { name: 'colour', label: 'colour', values: { from: '', to: 'red' } },
  ]);
  expect(changedValues({ change: 'settings', settings: 'exitUrl' })).toEqual([]);
  expect(changedValues(null)).toEqual([]);
});

test('A text is long by its characters or by its lines', () => {
  expect(['short', 'x'.repeat(401), 'x\n'.repeat(9)].map(isLong)).toEqual([false, true, true]);
});

test('Edited details of an account show old and new value', () => {
  expect(changedValues({ change: 'edited', changed: { email: { from: 'a@b.example', to: '' } } })).toEqual([
    { name: 'email', label: ACCOUNT_DETAILS.email.label, values: { from: 'a@b.example', to: '' } },
  ]);
});
