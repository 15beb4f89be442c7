import { expect, inject, onTestFinished, test } from 'vitest';
import { newDatabase } from '../support/database.ts';
import { TEST_MS } from '../support/patience.ts';
import { Journal, Unsettled } from './journal.ts';
import { runRounds } from './rounds.ts';

const FACTOR = inject('crashRoundsFactor');

/** `npm run crash -- --rounds 100` is the long version. */
test(
  'A kill during many writes loses no acknowledged write and leaves none half-done',
  async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const { acknowledged, ...found } = await runRounds({
      database,
      rounds: 2 * FACTOR,
      seed: 3,
      impatient: true,
      say() {},
    });
    expect(found).toEqual({ lost: [], halfDone: [], wrong: [], mailsTwice: expect.any(Number) });
    expect(acknowledged).toBeGreaterThan(30);
  },
  TEST_MS * FACTOR,
);

test('The journal detects lost and half-done writes', async () => {
  const journal = new Journal();
  const done = async () => ({ status: 200, body: {} });
  await journal.write('one', { a: 1, b: 1 }, done);
  await journal.write('another', { c: 1 }, done);
  const broken = journal.write('broken', { a: 2, b: 2 }, () => Promise.reject(new Error('the connection was cut')));
  await expect(broken).rejects.toThrow(Unsettled);
  const there: Record<string, number> = { a: 2, b: 1 };
  expect(journal.compare((fact) => there[fact] ?? null)).toEqual({
    halfDone: ['broken: a: 2, b: 1'],
    lost: ['c: 1 was acknowledged, there is null'],
  });
});
