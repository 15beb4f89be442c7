import { expect, test } from 'vitest';
import { keysFrom } from '../keys.ts';
import { guestTag, publicGuestId } from './guest-id.ts';

test('the same browser has the same public id and tag, another browser or another key another one', () => {
  const keys = keysFrom('one key');
  const id = publicGuestId(keys, 'cookie');
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(publicGuestId(keys, 'cookie')).toBe(id);
  expect(publicGuestId(keys, 'other cookie')).not.toBe(id);
  expect(publicGuestId(keysFrom('other key'), 'cookie')).not.toBe(id);
  expect(guestTag(id)).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
  expect(guestTag(id)).toBe(guestTag(publicGuestId(keys, 'cookie')));
});
