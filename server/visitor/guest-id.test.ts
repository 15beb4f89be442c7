import { expect, test } from 'vitest';
import { keysFrom } from '../crypto/keys.ts';
import { guestTag, newGuestSecret, publicGuestId } from './guest-id.ts';

test('A browser keeps its public id and tag, which differ from other browsers and keys', () => {
  const keys = keysFrom('one key');
  const id = publicGuestId(keys, 'cookie');
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(publicGuestId(keys, 'cookie')).toBe(id);
  expect(publicGuestId(keys, 'other cookie')).not.toBe(id);
  expect(publicGuestId(keysFrom('other key'), 'cookie')).not.toBe(id);
  expect(guestTag(id)).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
  expect(guestTag(id)).toBe(guestTag(publicGuestId(keys, 'cookie')));
});

test('Browsers of one moment have ids with a common start and different tags', () => {
  const keys = keysFrom('one key');
  const now = Date.UTC(2026, 10, 16);
  const ids = Array.from({ length: 20 }, () => publicGuestId(keys, newGuestSecret(now)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(0, -16))).size).toBe(1);
  expect(new Set(ids.map(guestTag)).size).toBeGreaterThan(1);
  expect(publicGuestId(keys, newGuestSecret(now + 60_000)).slice(0, -16)).not.toBe(ids[0]?.slice(0, -16));
});
