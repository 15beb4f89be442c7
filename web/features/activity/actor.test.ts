import { expect, test } from 'vitest';
import { actorOf } from './actor.ts';

test.for([
  ['7', 'Mira Kolb', 'Mira Kolb'],
  ['7', null, 'Unknown User'],
  [null, null, 'Unknown User'],
  ['guest_192_0_2_7', null, 'Guest (192.0.2.7)'],
  ['guest_2001:db8::7', null, 'Guest (2001:db8::7)'],
] as const)('%s with the name %s is "%s"', ([userId, userName, words]) => {
  expect(actorOf({ userId, userName })).toBe(words);
});
