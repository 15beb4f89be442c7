import type { Clock } from '../clock.ts';
import { LIMITS } from '../limits/limits.ts';
import { MemoryCounts } from '../limits/memory-counts.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';

export type MailTurns = ReturnType<typeof mailTurns>;

/**
 * Counts an email that this address has asked for, and answers its place among those that wait: networks that have asked for
 * many lately, alone or with many neighbours, stand behind those that have not. Each process counts for itself: a row that all
 * emails of a wide network change would make them wait for each other. Decision 28.
 */
export function mailTurns(clock: Clock, keys: number = LIMITS.emailTurns.kept.keys): (ipAddress: string) => number {
  const counts = new MemoryCounts(keys);
  const { most, seconds } = LIMITS.emailTurns;
  const window = { most, seconds };
  const add = (network: string) => counts.add(network, window, clock.now());
  return (ipAddress) => add(networkOf(ipAddress)) + add(wideNetworkOf(ipAddress));
}
