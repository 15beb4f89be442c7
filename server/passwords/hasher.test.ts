import { expect, test } from 'vitest';
import { createHasher } from './hasher.ts';

test('A password is stored as Argon2id with the specified memory and passes, and is verified', async () => {
  const hasher = await createHasher();
  const hash = await hasher.hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const checked = await hasher.withPlace({ address: '192.0.2.1' }, async ({ verify, verifyUnknownUser }) => [
    await verify(hash, 'correct horse battery'),
    await verify(hash, 'correct horse batterz'),
    await verifyUnknownUser('correct horse battery'),
  ]);
  expect(checked).toEqual([true, false, false]);
});

test('One password has another hash each time', async () => {
  const hasher = await createHasher();
  expect(await hasher.hash('correct horse battery')).not.toBe(await hasher.hash('correct horse battery'));
});
