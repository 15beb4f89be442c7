import { expect, test } from 'vitest';
import { newKey, parseKey } from './key-text.ts';

test('A key is recognised, and no text that differs by one character', () => {
  const { key, id, secretHash } = newKey();
  expect(parseKey(key)).toEqual({ id, secretHash });
  for (let at = 0; at < key.length; at += 1) {
    const other = `${key.slice(0, at)}${key[at] === '0' ? '1' : '0'}${key.slice(at + 1)}`;
    expect(parseKey(other)).toBeNull();
  }
  for (const other of ['', 'gh_', key.slice(1), `${key}0`, ` ${key}`, `${key}\n`]) expect(parseKey(other)).toBeNull();
});
