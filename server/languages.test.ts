import { execFileSync } from 'node:child_process';
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

// In a process of its own: here other tests have loaded messages.
test('What every page says about the languages loads the messages of none', () => {
  const script = `
    import { createRequire } from 'node:module';
    import { portalFor } from './server/features/boot/portal.ts';
    import { openLanguages, SHIPPED_LANGUAGES } from './server/languages.ts';
    const languages = await openLanguages(SHIPPED_LANGUAGES);
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('/messages/'));
    const config = { captcha: { provider: 'altcha' }, gate: { mode: 'open' }, mail: { from: 'a@example.com' }, oidc: null };
    const portal = portalFor({ config, languages, logoUrl: null, settings: { current: {} } }, null, languages.fallback);
    const before = loaded().length;
    languages.fallback.messages;
    console.log(JSON.stringify([portal.languages.length, before, loaded().length]));`;
  const options = { cwd: new URL('..', import.meta.url), encoding: 'utf8' } as const;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  expect(JSON.parse(said)).toEqual([SHIPPED_LANGUAGES.length, 0, 1]);
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
