import { networkOf, wideNetworkOf } from '../../../visitor/address.ts';

interface Request {
  readonly id: string;
  readonly ip_address: string;
  readonly asked_at: number;
}

/** By network, oldest request first. */
interface WideNetwork {
  size: number;
  readonly networks: Map<string, Request[]>;
}

const largest = <Group>(groups: Iterable<Group>, sizeOf: (group: Group) => number): Group | undefined => {
  let most: Group | undefined;
  for (const group of groups) if (most === undefined || sizeOf(group) > sizeOf(most)) most = group;
  return most;
};

function byNetwork(requests: Iterable<Request>): WideNetwork[] {
  const wide = new Map<string, WideNetwork>();
  for (const request of [...requests].sort((one, other) => one.asked_at - other.asked_at)) {
    const [wideKey, key] = [wideNetworkOf(request.ip_address), networkOf(request.ip_address)];
    const around = wide.get(wideKey) ?? { size: 0, networks: new Map<string, Request[]>() };
    wide.set(wideKey, around);
    around.size += 1;
    const own = around.networks.get(key);
    if (own === undefined) around.networks.set(key, [request]);
    else own.push(request);
  }
  return [...wide.values()];
}

/** Makes room: drops the oldest requests of the most crowded network, so a flood only pushes out its own. */
export function crowdedOut(requests: Iterable<Request>, count: number): string[] {
  const wide = byNetwork(requests);
  const gone: string[] = [];
  while (gone.length < count) {
    const around = largest(wide, ({ size }) => size);
    const crowd = around && largest(around.networks.values(), ({ length }) => length);
    const first = crowd?.shift();
    if (around === undefined || first === undefined) break;
    around.size -= 1;
    gone.push(first.id);
  }
  return gone;
}
