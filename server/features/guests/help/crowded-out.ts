import { networkOf, wideNetworkOf } from '../../../visitor/address.ts';

interface Request {
  readonly id: string;
  readonly ip_address: string;
  readonly asked_at: number;
}

const largest = <Group>(groups: Iterable<Group>, sizeOf: (group: Group) => number): Group | undefined => {
  let most: Group | undefined;
  for (const group of groups) if (most === undefined || sizeOf(group) > sizeOf(most)) most = group;
  return most;
};

const grouped = (requests: readonly Request[], keyOf: (address: string) => string) => [
  ...Map.groupBy(requests, ({ ip_address }) => keyOf(ip_address)).values(),
];

/** Picks the oldest requests of the network with most, so that a flood evicts only its own. */
export function crowdedOut(requests: Iterable<Request>, count: number): string[] {
  const oldestFirst = [...requests].sort((one, other) => one.asked_at - other.asked_at);
  const wide = grouped(oldestFirst, wideNetworkOf).map((own) => ({
    size: own.length,
    networks: grouped(own, networkOf),
  }));
  const gone: string[] = [];
  while (gone.length < count) {
    const around = largest(wide, ({ size }) => size);
    const crowd = around && largest(around.networks, ({ length }) => length);
    const first = crowd?.shift();
    if (around === undefined || first === undefined) break;
    around.size -= 1;
    gone.push(first.id);
  }
  return gone;
}
