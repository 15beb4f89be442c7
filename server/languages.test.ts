import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as english from '../messages/en.ts';
import { openLanguages, SHIPPED_LANGUAGES } from './languages.ts';

test('English comes first, and the language for tests is not offered', () => {
  expect(SHIPPED_LANGUAGES[0]).toBe('en');
  expect(SHIPPED_LANGUAGES).not.toContain('en-XA');
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['en-XA', 'en-XA'],
  ['EN-xa', 'en-XA'],
  ['en-XA;q=0.2, en;q=0.9', 'en'],
  ['en;q=0, en-XA;q=0.1', 'en-XA'],
  ['en-GB', 'en'],
  ['zz, en-XA', 'en-XA'],
  ['nonsense;;;q=', 'en'],
])('Accept-Language: %s gets %s', async (header, code) => {
  const languages = await openLanguages(['en', 'en-XA']);
  expect(languages.preferred(header).code).toBe(code);
});

test('every language is named in itself', async () => {
  const { all } = await openLanguages(SHIPPED_LANGUAGES);
  for (const { code, name } of all) {
    const known = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? '';
    expect(name.toLocaleLowerCase(code)).toBe(known.toLocaleLowerCase(code));
  }
  expect(all[0]).toMatchObject({ code: 'en', direction: 'ltr' });
});

const FOLDER = new URL('../messages/', import.meta.url);
const files = readdirSync(FOLDER);

/** "guest.codeForm.title" for every message. */
const namesIn = (messages: object, path: readonly string[] = []): string[] =>
  Object.entries(messages).flatMap(([name, message]) =>
    typeof message === 'object' && message !== null ? namesIn(message, [...path, name]) : [[...path, name].join('.')],
  );

test('every file is offered', () => {
  expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual([...SHIPPED_LANGUAGES, 'en-XA'].sort());
});

test.each(files)('messages/%s has every message and no other', async (file) => {
  const messages = await import(new URL(file, FOLDER).href);
  expect(namesIn(messages).sort()).toEqual(namesIn(english).sort());
});
