import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesIn, clientAddress, isLocalNetwork, networkOf, normaliseAddress, wideNetworkOf } from './address.ts';

describe('normaliseAddress', () => {
  test.for([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['010.0.0.1', null],
    ['1.2.3', null],
    ['1.2.3.4.5', null],
    ['localhost', null],
    ['', null],
  ] as const)('%s is normalised to %s', ([text, expected]) => {
    expect(normaliseAddress(text)).toBe(expected);
  });

  test('Normalising is idempotent for every address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const once = normaliseAddress(text);
        expect(once).not.toBeNull();
        expect(normaliseAddress(once as string)).toBe(once);
      }),
    );
  });
});

describe('clientAddress', () => {
  const list = new BlockList();
  list.addSubnet('10.0.0.0', 8, 'ipv4');
  list.addSubnet('fd00::', 8, 'ipv6');
  const trusted = addressesIn(list);

  test.for([
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['10.0.0.1', '192.0.2.1:5123', '192.0.2.1'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['fd00::1', '6.6.6.6, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['10.0.0.1', '10.0.0.2,10.0.0.3', '10.0.0.2'],
    ['10.0.0.1', '192.0.2.1, garbage', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
  ] as const)('%s forwarding "%s" is %s', ([peer, forwarded, expected]) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
  });

  test("A stranger's claims do not change their address", () => {
    fc.assert(
      fc.property(fc.string(), (forwarded) => {
        expect(clientAddress('203.0.113.7', forwarded, trusted)).toBe('203.0.113.7');
      }),
    );
  });

  test('Entries before the last untrusted one never matter', () => {
    fc.assert(
      fc.property(fc.array(fc.ipV4()), (earlier) => {
        expect(clientAddress('10.0.0.1', [...earlier, '192.0.2.1', '10.2.3.4'].join(', '), trusted)).toBe('192.0.2.1');
      }),
    );
  });
});

test.for([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
] as const)('The network of %s is %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});

test.for([
  ['192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
] as const)('The wide network of %s is %s', ([address, network]) => {
  expect(wideNetworkOf(address)).toBe(network);
});

test.for(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.1.1', '::1', 'fd12::1', 'fe80::1'])(
  '%s is local',
  (address) => {
    expect(isLocalNetwork(address)).toBe(true);
  },
);

test.for(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', 'nonsense'])('%s is not local', (address) => {
  expect(isLocalNetwork(address)).toBe(false);
});
