import { evictOldest } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';

const LATELY_MS = 60 * 60 * 1000;
/** Past it the oldest are forgotten. Each of them stands for a mail that was let through the limits. */
export const MAIL_NETWORKS_MAX = 32_000;

interface Count {
  readonly since: number;
  mails: number;
}

export type MailTurns = ReturnType<typeof mailTurns>;

/**
 * The place of a mail among those that wait: who has caused many lately, from one network or from many neighbours, stands
 * behind those who have not. Each process counts for itself, in memory: a row that all mails of a wide network have to
 * change would make them wait for each other, and a flood comes through all processes alike.
 */
export function mailTurns(clock: Clock, most = MAIL_NETWORKS_MAX) {
  const counts = new Map<string, Count>();
  const isOver = ({ since }: Count, now: number) => since > now || since <= now - LATELY_MS;

  const count = (network: string): number => {
    const now = clock.now();
    const known = counts.get(network);
    if (known !== undefined && !isOver(known, now)) {
      known.mails += 1;
      return known.mails;
    }
    // Set anew, so that the map's order is the order of age.
    counts.delete(network);
    evictOldest(counts, most);
    counts.set(network, { since: now, mails: 1 });
    return 1;
  };

  return {
    /** Counts a mail that this address has caused. */
    next: (ipAddress: string): number => count(networkOf(ipAddress)) + count(wideNetworkOf(ipAddress)),
    sweep(): void {
      const now = clock.now();
      for (const [network, known] of counts) if (isOver(known, now)) counts.delete(network);
    },
    get size(): number {
      return counts.size;
    },
  };
}
