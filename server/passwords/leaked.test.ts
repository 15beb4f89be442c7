import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../process/log.ts';
import { leakedPasswords } from './leaked.ts';
import { isInFile } from './leaked-file.ts';

const sha1 = (text: string) => hash('sha1', text, 'hex').toUpperCase();

const OWNER = { username: 'mira.olsen', email: 'mira@example.com', firstName: 'Mira', lastName: 'Olsen' };

function fileOf(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-leaked-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'leaked.txt');
  writeFileSync(path, text);
  return path;
}

/** As the public downloader writes it. */
const listOf = (passwords: readonly string[], { end = '\r\n', signs = 40 } = {}) =>
  passwords
    .map((password, index) => `${sha1(password).slice(0, signs)}:${index ** 3 + 1}`)
    .sort()
    .map((line) => line + end)
    .join('');

interface Told {
  asked?: string[];
  logged?: string[];
}

/** What becomes of a password with these lists: "taken" or the sentence. */
async function outcome(
  password: string,
  env: Record<string, string>,
  answer: (prefix: string) => Response = () => new Response(''),
  { asked = [], logged = [] }: Told = {},
) {
  const leaked = leakedPasswords({
    config: readConfig(env),
    log: createLog('debug', { write: (line) => logged.push(line) }),
    fetch: async (url) => {
      asked.push(String(url));
      return answer(String(url).slice(-5));
    },
  });
  return leaked.refuse(password, OWNER).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}

const LEAKED = 'This password has appeared in a data leak. Please choose another one.';
const GUESSABLE = 'This password is too close to a name others know. Please choose another one.';

test('Each hash of a file is found in it, and no other, however long its lines are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string(), { maxLength: 60 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(40, 16),
      fc.boolean(),
      async (passwords, end, signs, endsWithLine) => {
        const text = listOf(passwords, { end, signs });
        const path = fileOf(endsWithLine ? text : text.trimEnd());
        for (const password of passwords) expect(await isInFile(path, sha1(password))).toBe(true);
        for (const other of ['one', 'two', 'three'])
          expect(await isInFile(path, sha1(other))).toBe(passwords.includes(other));
      },
    ),
    { numRuns: 60 },
  );
});

test("The operator's list of leaked passwords is asked", async () => {
  const file = fileOf(listOf(['violet-harbour-41', 'another one of these']));
  expect(await outcome('violet-harbour-41', { LEAKED_PASSWORDS_FILE: file })).toBe(LEAKED);
  expect(await outcome('violet-harbour-42', { LEAKED_PASSWORDS_FILE: file })).toBe('taken');
  expect(await outcome('violet-harbour-41', {})).toBe('taken');
});

test('A service is asked only if the operator says so, with five digits of the hash', async () => {
  const env = { LEAKED_PASSWORDS_URL: 'https://range.example/' };
  const whole = sha1('violet-harbour-41');
  const told = { asked: [] as string[] };
  const has = () => new Response(`0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${whole.slice(5)}:12\r\n`);
  expect(await outcome('violet-harbour-41', env, has, told)).toBe(LEAKED);
  expect(told.asked).toEqual([`https://range.example/range/${whole.slice(0, 5)}`]);
  expect(await outcome('violet-harbour-41', env, () => new Response(`${whole.slice(5)}:0\r\n`))).toBe('taken');
  expect(await outcome('violet-harbour-41', {}, has, told)).toBe('taken');
  expect(told.asked).toHaveLength(1);
});

test('An unavailable list keeps no one from choosing a password, and is logged', async () => {
  const file = fileOf('these are\nno hashes at all\n');
  const logged: string[] = [];
  expect(await outcome('violet-harbour-41', { LEAKED_PASSWORDS_FILE: file }, undefined, { logged })).toBe('taken');
  const url = { LEAKED_PASSWORDS_URL: 'https://range.example' };
  expect(await outcome('violet-harbour-41', url, () => new Response('', { status: 503 }), { logged })).toBe('taken');
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
    'LEAKED_PASSWORDS_FILE could not be asked, so the password was not checked against it',
    'LEAKED_PASSWORDS_URL could not be asked, so the password was not checked against it',
  ]);
  expect(logged.join()).not.toContain('violet');
});

test.for<[string, string]>([
  ['Mira.Olsen2026', GUESSABLE],
  ['mira-gatehouse-1', GUESSABLE],
  ['OLSEN!!!!1984', GUESSABLE],
  ['gatehouse2026', GUESSABLE],
  ['harbour-lights', GUESSABLE],
  ['Harbour_1', GUESSABLE],
  ['mira likes harbours', 'taken'],
  ['1234', 'This password is too common. Please choose another one.'],
  ['qwertyuiop', 'This password is too common. Please choose another one.'],
])('The answer "%s" means: %s', async ([password, expected]) => {
  expect(await outcome(password, { ORGANISATION: 'Harbour Lights' })).toBe(expected);
});
