import { globSync, readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Messages } from '../contract/language/messages.ts';
import { partsOf } from '../contract/language/slots.rules.ts';
import * as english from '../messages/en.ts';

const asked = vi.hoisted(() => ({ forms: [] as { language: string; forms: object }[] }));
vi.mock('../contract/language/plural.ts', async (original) => {
  const { plural } = await original<typeof import('../contract/language/plural.ts')>();
  return {
    plural: (language: string, count: number, forms: { other: string }) => {
      asked.forms.push({ language, forms });
      return plural(language, count, forms);
    },
  };
});

type Message = string | ((...values: number[]) => string);
type Group = { readonly [key: string]: Message | Group };

const files = readdirSync(new URL('../messages/', import.meta.url)).map((file) => file.replace('.ts', ''));
// Another test of this worker may have loaded them with the real `plural`.
vi.resetModules();
const translations = await Promise.all(
  files
    .filter((code) => code !== 'en' && code !== 'en-XA')
    .map(async (code) => ({ code, messages: (await import(`../messages/${code}.ts`)) as Messages })),
);

function leavesOf(group: Group, path = ''): [path: string, message: Message][] {
  return Object.entries(group).flatMap(([key, message]) =>
    typeof message === 'object' ? leavesOf(message, `${path}${key}.`) : [[path + key, message] as [string, Message]],
  );
}

const everyMessage = leavesOf(english as unknown as Group);
/** Large enough to be found in the text. Some messages take words, one a country. */
const NUMBERS = [41, 42, 43, 44, 45];
const SAMPLES: unknown[][] = [NUMBERS, NUMBERS.map(String), ['DE']];

function said(message: Message): string {
  if (typeof message === 'string') return message;
  for (const samples of SAMPLES) {
    try {
      return message(...(samples.slice(0, message.length) as number[]));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    }
  }
  throw new Error('The message takes other values');
}

const slotsOf = (message: Message) =>
  partsOf(said(message))
    .filter((part) => typeof part === 'object')
    .map(({ name, words }) => `${name}${words === '' ? '/' : ''}`)
    .sort();
const valuesIn = (message: Message) => NUMBERS.filter((value) => said(message).includes(String(value)));

beforeEach(() => {
  asked.forms = [];
});

describe.each(translations)('$code', ({ code, messages }) => {
  const translated = new Map(leavesOf(messages as unknown as Group));

  test('has every message and no other', () => {
    expect([...translated.keys()].sort()).toEqual(everyMessage.map(([path]) => path).sort());
  });

  test('keeps every slot', () => {
    for (const [path, message] of everyMessage)
      expect([path, slotsOf(translated.get(path) as Message)]).toEqual([path, slotsOf(message)]);
  });

  test('says every value', () => {
    for (const [path, message] of everyMessage)
      expect([path, valuesIn(translated.get(path) as Message)]).toEqual([path, valuesIn(message)]);
  });

  test('has a form for every number that its grammar knows', () => {
    for (const [, message] of translated) said(message);
    const rules = new Intl.PluralRules(code);
    const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    expect(asked.forms.length).toBeGreaterThan(0);
    for (const { language, forms } of asked.forms) {
      expect(language).toBe(code);
      expect(Object.keys(forms).sort()).toEqual(expect.arrayContaining([...needed].sort()));
    }
  });

  test('leaves no sentence in English', () => {
    // Single words can be the same.
    const sentences = everyMessage.filter(([, message]) => /\p{L}{2} \p{L}{2}/u.test(said(message)));
    const same = sentences.filter(([path, message]) => said(translated.get(path) as Message) === said(message));
    expect(same.map(([path]) => path)).toEqual([]);
  });
});

const ROOT = new URL('..', import.meta.url).pathname;
const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'));

/** Looked up by an id, or handed to a function: all of them count as used. */
const TAKEN_WHOLE = ['errors', 'problems', 'sso', 'notices', 'wait'];

const hasName = (source: string, name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source);
/** `...sent`, `reasons[reason]`, `show(texts.sent)` */
const takesWhole = (source: string, group: string) =>
  new RegExp(`\\.\\.\\.[\\w().]*\\b${group}\\b|\\b${group}\\??\\.?\\[|\\.${group}\\)`).test(source);

function unusedIn(group: Group, name: string, isTop = false): string[] {
  const files = sources.filter((source) => /essages|\bmails\b/.test(source) && hasName(source, name));
  const isTaken = TAKEN_WHOLE.includes(name) || (!isTop && files.some((source) => takesWhole(source, name)));
  return Object.entries(group).flatMap(([key, message]) => {
    const unused = isTaken || files.some((source) => hasName(source, key)) ? [] : [`${name}.${key}`];
    return typeof message === 'object' && !isTaken ? [...unused, ...unusedIn(message, key)] : unused;
  });
}

test('every message is used', () => {
  const groups = Object.entries(english) as unknown as [string, Group][];
  expect(groups.flatMap(([name, group]) => unusedIn(group, name, true))).toEqual([]);
});
