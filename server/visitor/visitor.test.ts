import { expect, test } from 'vitest';
import { deviceOf, visitorAt } from './visitor.ts';

test.for([
  ['8.8.8.8', 'United States'],
  ['2a02:2e0::1', 'Germany'],
  ['193.99.144.80', 'Germany'],
  ['192.168.0.7', 'Local network'],
  ['::1', 'Local network'],
  ['198.18.3.4', 'Unknown'],
  ['not an address', 'Unknown'],
] as const)('The location of %s is %s', ([address, location]) => {
  expect(visitorAt(address, undefined)).toMatchObject({ location });
});

test.for([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.0', 'Unknown device'],
  ['Your account is locked, see https://evil.example/x (Windows NT 10.0)', 'Windows'],
  ['', 'Unknown device'],
  ['   ', 'Unknown device'],
  ['\u0000\u0001', 'Unknown device'],
] as const)('"%s" is the device %s', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('A user agent is cut to a sane length', () => {
  expect(visitorAt('::1', 'x'.repeat(10_000)).userAgent).toHaveLength(400);
});
