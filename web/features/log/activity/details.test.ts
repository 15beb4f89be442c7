import { expect, test } from 'vitest';
import { changedValues, isLong, oneLine, readableJson } from './details.ts';

const hostile = { name: 'שלום \u202egnp.exe', 'zero\u200bwidth': true, n: 1 };

test('the JSON is that of the same details', () => {
  expect(JSON.parse(readableJson(hostile, 2))).toEqual(hostile);
});

test('the JSON shows what would turn or hide the text around it', () => {
  expect(readableJson(hostile)).toBe('{"name":"שלום \\u202egnp.exe","zero\\u200bwidth":true,"n":1}');
});

test.for([
  ['two\nlines\r\n\there', 'two lines here'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['<b>שלום</b>', '<b>שלום</b>'],
] as const)('%j cannot pose as something else in a sentence', ([text, shown]) => {
  expect(oneLine(text)).toBe(shown);
});

test('changed settings have what they were and what they are, with their line breaks and nothing hidden', () => {
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

test('a text is long by its characters or by its lines', () => {
  expect(['short', 'x'.repeat(401), 'x\n'.repeat(9)].map(isLong)).toEqual([false, true, true]);
});

test('so have the details of an account that staff edited', () => {
  expect(changedValues({ change: 'edited', changed: { email: { from: 'a@b.example', to: '' } } })).toEqual([
    { name: 'email', label: 'Email', values: { from: 'a@b.example', to: '' } },
  ]);
});
