import { expect, test } from 'vitest';
import * as z from 'zod';
import { keysFrom } from '../crypto/keys.ts';
import { defineJob, PermanentFailure, storedJobs } from './job.ts';

const keys = keysFrom('a-key-for-tests-that-is-long-enough');
const sealed = (content: unknown) => keys.seal(JSON.stringify(content), 'outbox');
const opened = (text: string): unknown => JSON.parse(keys.open(text, 'outbox'));

const code = defineJob('code', z.object({ code: z.string() }), (payload) => `code ${payload.code}`);
const name = defineJob('name', z.object({ name: z.string() }), (payload) => `name ${payload.name}`);

test('A channel with several jobs stores the kind, one with a single job only the payload', () => {
  expect(opened(storedJobs([code, name], keys).seal(name, { name: 'Mira' }))).toEqual({ kind: 'name', name: 'Mira' });
  expect(opened(storedJobs([name], keys).seal(name, { name: 'Mira' }))).toEqual({ name: 'Mira' });
});

test('A stored message is rendered by its own job', () => {
  const several = storedJobs([code, name], keys);
  expect(several.open(several.seal(name, { name: 'Mira' }))).toBe('name Mira');
  expect(several.open(sealed({ kind: 'code', code: '123456', more: true }))).toBe('code 123456');
  expect(storedJobs([name], keys).open(sealed({ name: 'Mira' }))).toBe('name Mira');
});

test('An unreadable message fails for good, and the error does not quote it', () => {
  const several = storedJobs([code, name], keys);
  const failure = (text: string) => {
    try {
      return several.open(text);
    } catch (error) {
      return error;
    }
  };
  const contents = [{ kind: 'secret' }, { kind: 'code', code: 471147 }, { name: 'secret' }, ['secret'], 'secret', null];
  for (const text of [...contents.map(sealed), keys.seal('not JSON', 'outbox')]) {
    expect(failure(text)).toBeInstanceOf(PermanentFailure);
    expect(String(failure(text))).toMatch(
      /^Error: This version (does not know this kind of message|cannot read this message)$/,
    );
  }
});

test('Only jobs of the outbox can be queued', () => {
  expect(() => storedJobs([code], keys).seal(name, { name: 'Mira' })).toThrow('does not know the job "name"');
});
