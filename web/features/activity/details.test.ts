import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { changedSettings, detailFacts, isLong, readableJson } from './details.ts';

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
  [
    { change: 'edited', user: '0198', username: 'mira', changed: { email: { from: '', to: 'mira@example.com' } } },
    'User: mira · Changed: E-mail',
  ],
  [{ change: 'users imported', accounts: 3, problems: 1 }, 'Accounts: 3 · Lines with problems: 1'],
  [
    { change: 'prompt', prompt: 'code', text: 'The code, please', guest: '192.0.2.7' },
    'Prompt: code · Text: The code, please · Guest: 192.0.2.7',
  ],
  [
    { change: 'exit', address: 'https://example.com', message: 'Bye', guest: '192.0.2.7' },
    'Address: https://example.com · Message: Bye · Guest: 192.0.2.7',
  ],
  [
    {
      change: 'settings',
      settings: { exitUrl: { from: 'a', to: 'b' }, telegramBotToken: 'changed' },
      withdrawnExits: 2,
    },
    'Settings: Exit URL, Bot token · Withdrawn exits: 2',
  ],
  [{ reason: 'wrong password' }, 'Reason: wrong password'],
  [
    { steer: '0198', what: 'email-prompt', state: 'seen', text: 'Your address' },
    'What: email-prompt · State: seen · Text: Your address',
  ],
  [{ change: 'stepped in', guest: '192.0.2.7', helper: 'ann' }, 'Guest: 192.0.2.7 · Helped before by: ann'],
  [{ change: 'redirect removed', guest: '2001:db8::7' }, 'Guest: 2001:db8::7'],
  [{ change: 'something new' }, 'Change: something new'],
  [{ constructor: 'x', colour: 'red' }, 'constructor: x · colour: red'],
  // What older versions wrote.
  [{ change: 'settings', settings: 'exitMessage, exitUrl' }, 'Settings: exitMessage, exitUrl'],
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

test('changed settings have what they were and what they are, with their line breaks and nothing hidden', () => {
  const settings = {
    termsText: { from: 'one\ntwo', to: 'gnp\u202e.exe' },
    guestRetentionDays: { from: 30, to: 2 },
    telegramBotToken: 'changed',
    colour: { from: '', to: 'red' },
  };
  expect(changedSettings({ change: 'settings', settings })).toEqual([
    { name: 'termsText', label: 'Terms text', values: { from: 'one\ntwo', to: 'gnp\\u202e.exe' } },
    { name: 'guestRetentionDays', label: 'Guest data (days)', values: { from: '30', to: '2' } },
    { name: 'telegramBotToken', label: 'Bot token', values: null },
    { name: 'colour', label: 'colour', values: { from: '', to: 'red' } },
  ]);
  expect(changedSettings({ change: 'settings', settings: 'exitUrl' })).toEqual([]);
  expect(changedSettings(null)).toEqual([]);
});

test('a text is long by its characters or by its lines', () => {
  expect(['short', 'x'.repeat(401), 'x\n'.repeat(9)].map(isLong)).toEqual([false, true, true]);
});

test('what a guest needs help with is said in the words that the guest chose', () => {
  expect(detailFacts({ help: 'asked', reason: 'no_mail' })).toEqual([
    { name: 'reason', label: 'Reason', value: 'I got no mail' },
  ]);
  expect(detailFacts({ change: 'redirect', reason: 'no_mail' })).toEqual([
    { name: 'reason', label: 'Reason', value: 'no_mail' },
  ]);
});
