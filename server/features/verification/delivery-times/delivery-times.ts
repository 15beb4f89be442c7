import { domainToASCII } from 'node:url';
import { domainOf } from '../../../../contract/text/email.ts';
import type { DomainTimes } from '../../../../contract/verification/delivery-times.ts';
import { CASES_LEAST } from '../../../../contract/verification/verification.rules.ts';
import type { Core } from '../../../core.ts';
import { addressKey } from '../../../delivery/mail-limits.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { inMemory } from '../../../limits/memory-counts.ts';
import { domainTimes, type MailTime, writeTimes } from './queries.ts';

const READ_EVERY_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
const UNWRITTEN_MOST = 1_000;
/** The busiest domains: to fake times, an attacker would have to confirm more addresses than they have. */
const DOMAINS_MOST = 300;
/** Codes expire by then. */
const LONGEST_MS = 10 * 60_000;

const asciiDomain = (domain: string) => (/^[\x20-\x7e]+$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain));

export type DeliveryTimes = ReturnType<typeof createDeliveryTimes>;

/** Stores times only, no addresses. */
export function createDeliveryTimes({ db, reader, clock, keys, log, severalProcesses }: Core) {
  /** An address counts once, however often it is confirmed. */
  const isNewCase = inMemory(LIMITS.deliveryCases, clock);
  let domains: ReadonlyMap<string, DomainTimes> = new Map();
  let unwritten: MailTime[] = [];
  let writing: Promise<void> = Promise.resolve();
  let writeTimer: NodeJS.Timeout | undefined;
  let cases = 0;

  async function read(source = reader): Promise<void> {
    const found = await domainTimes(source, clock.now(), DOMAINS_MOST);
    domains = new Map(found.map((times) => [times.domain, times]));
  }

  function write(): Promise<void> {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    const times = unwritten;
    unwritten = [];
    if (times.length > 0)
      writing = writeTimes(db, times).catch((error) =>
        log.warn({ err: error, times: times.length }, 'delivery times not saved'),
      );
    return writing;
  }

  const readTimer = setInterval(() => {
    // A single process has seen every case itself.
    if (severalProcesses || domains.size > 0 || cases >= CASES_LEAST)
      read().catch((error) => log.warn({ err: error }, 'delivery times not read, trying again'));
  }, READ_EVERY_MS).unref();

  return {
    read,
    write,

    /** `acceptedAt` is when the mail server accepted the email, if known. */
    verified(email: string, acceptedAt: number | null): void {
      const now = clock.now();
      const tookMs = now - (acceptedAt ?? Number.NaN);
      const domain = asciiDomain(domainOf(email));
      if (!(tookMs >= 0 && tookMs <= LONGEST_MS) || domain === '' || unwritten.length >= UNWRITTEN_MOST) return;
      if (!isNewCase(addressKey(keys, email))) return;
      unwritten.push({ domain, verified_at: now, took_ms: tookMs });
      cases += 1;
      writeTimer ??= setTimeout(write, WRITE_AFTER_MS).unref();
    },

    usualSeconds: (domain: string): number | null => domains.get(asciiDomain(domain))?.medianSeconds ?? null,

    list: (most: number): DomainTimes[] => [...domains.values()].slice(0, most),

    async close(): Promise<void> {
      clearInterval(readTimer);
      await write();
    },
  };
}
