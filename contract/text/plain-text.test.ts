import { describe, expect, test } from 'vitest';
import { isVisible, isVisibleName } from './plain-text.ts';

/** One of each kind that Unicode calls ignorable, a format, or nothing that has a shape. */
const UNSEEN = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2060',
  '\u2064',
  '\u206a',
  '\u2800',
  '\u3164',
  '\ufe00',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\ue000',
  '\u{1d173}',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e0100}',
];

describe.for([
  ['a username', isVisible],
  ['a name', isVisibleName],
] as const)('Characters in %s', ([, isSeen]) => {
  test.for(UNSEEN)('%j is rejected at any position', (sign) => {
    for (const name of [`mi${sign}ra`, `${sign}mira`, `mira${sign}`, `mira ${sign} kolb`, `ми${sign}ра`, sign])
      expect([name, isSeen(name)]).toEqual([name, false]);
  });

  test.for([
    'mira.kolb',
    'Renée Okafor-Łęcka',
    'Nguyễn Thị',
    'O’Neil',
    '山田太郎',
    '김민준',
    'مریم',
    'प्रिया',
    'Zoë 🌻',
    'שרה',
  ])('%s is allowed', (name) => expect(isSeen(name)).toBe(true));
});

/** With what they need to be written. */
const SHAPED = [
  'علی\u200cرضا',
  'श्री\u200dमती',
  'ශ්\u200dරී',
  'ക്\u200cഷ',
  '葛\u{e0100}城',
  'Zoë \u2764\ufe0f',
  '👩🏽\u200d🚀',
];

test.for(SHAPED)("A person's name can be %s, a username cannot", (name) => {
  expect([isVisibleName(name), isVisible(name)]).toEqual([true, false]);
});

test.for([
  'علی\u200c\u200cرضا',
  '\u200cعلی',
  'علی\u200c',
  'علی\u200ca',
  'a\u200cعلی',
  'a\u{e0100}',
  '葛\ufe0f城',
  '\u2764\ufe0f\ufe0f',
  '🚀\u200d',
  'a\u200d🚀',
])('A joiner that joins nothing is rejected in %j', (name) => expect(isVisibleName(name)).toBe(false));
