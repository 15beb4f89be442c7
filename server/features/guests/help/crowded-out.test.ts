import { expect, test } from 'vitest';
import { crowdedOut } from './crowded-out.ts';

const requests = (addresses: readonly string[]) =>
  addresses.map((ip_address, index) => ({ id: `${ip_address} ${index}`, ip_address, asked_at: index }));

test.for([
  ['who asked first, where all have as much', ['203.0.113.1', '198.51.100.1'], 1, ['203.0.113.1 0']],
  [
    'of the address that has most, not of its neighbours',
    ['203.0.113.1', '203.0.113.2', '203.0.113.2', '198.51.100.1'],
    1,
    ['203.0.113.2 1'],
  ],
  [
    'of the wide network that has most, however it is spread',
    ['198.51.100.1', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'],
    2,
    ['2001:db8:1:1::1 1', '2001:db8:1:2::1 2'],
  ],
  ['no more than there are', ['203.0.113.1'], 5, ['203.0.113.1 0']],
] as const)('When there is no room, the dropped request is: %s', ([, addresses, count, gone]) => {
  expect(crowdedOut(requests(addresses), count)).toEqual(gone);
});
