import type { Clock } from '../clock.ts';
import { LIMITS } from '../limits/limits.ts';
import { MemoryCounts } from '../limits/memory-counts.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';

export type MailTurns = ReturnType<typeof mailTurns>;

/** Networks that recently asked for many emails are served later. Figure: abuse, codes of one script (decision 28). */
export function mailTurns(clock: Clock, keys: number = LIMITS.emailTurns.kept.keys): (ipAddress: string) => number {
  const counts = new MemoryCounts(keys);
  const { most, seconds } = LIMITS.emailTurns;
  const window = { most, seconds };
  const add = (network: string) => counts.add(network, window, clock.now());
  return (ipAddress) => add(networkOf(ipAddress)) + add(wideNetworkOf(ipAddress));
}
