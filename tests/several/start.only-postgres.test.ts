import { afterAll, beforeAll, expect } from 'vitest';
import { newDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import { Several } from '../support/several.ts';

let four: Several;

beforeAll(async () => {
  four = await Several.start(4, {}, newDatabase);
});

afterAll(() => four?.close());

detail('Four processes that start at once on an empty database create one admin', async () => {
  expect(four.printedPasswords).toHaveLength(1);
  expect(await four.db.selectFrom('users').select(['username', 'role']).execute()).toEqual([
    { username: 'admin', role: 'admin' },
  ]);
  const admin = await four.signedInAdmin();
  const answers = await four.askEach(admin, '/api/auth/user');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
