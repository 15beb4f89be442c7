import { domainToASCII } from 'node:url';
import { CASES_LEAST } from '../../../../contract/verification/delivery-times.rules.ts';
import type { DomainWeather } from '../../../../contract/verification/delivery-times.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/tables.ts';
import { addressKey } from '../../../delivery/mail-limits.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { inMemory } from '../../../limits/memory-counts.ts';
import { domainTimes, type MailTime, writeTimes } from './queries.ts';
import { roundedSeconds } from './rounding.ts';

const READ_EVERY_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
const UNWRITTEN_MOST = 1_000;
/** The busiest ones: an attacker would have to confirm more addresses than those have. */
const DOMAINS_MOST = 300;
/** No code can be entered later. */
const LONGEST_MS = 10 * 60_000;

type MailWeatherDeps = Pick<Core, 'db' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'>;

const asciiDomain = (domain: string) => (/^[\x20-\x7e]+$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain));

/**
 * How long email to a domain takes; times only, no addresses. Written in batches, and every process reads it now and
 * then.
 */
export class DeliveryTimes {
  readonly #deps: MailWeatherDeps;
  /** One address is one case: confirming the own one all day must not change the times of its domain. */
  readonly #isNewCase: (address: string) => boolean;
  #unwritten: MailTime[] = [];
  #writing: Promise<void> = Promise.resolve();
  #writeTimer: NodeJS.Timeout | null = null;
  readonly #readTimer: NodeJS.Timeout;
  #domains: ReadonlyMap<string, DomainWeather> = new Map();
  #cases = 0;

  constructor(deps: MailWeatherDeps) {
    this.#deps = deps;
    this.#isNewCase = inMemory(LIMITS.deliveryCases, deps.clock);
    this.#readTimer = setInterval(() => {
      if (this.#mayHaveChanged()) void this.#tryToRead();
    }, READ_EVERY_MS).unref();
  }

  /** The guest entered the code. `acceptedAt`: when the mail server accepted the email, if known. */
  verified(email: string, acceptedAt: number | null): void {
    const { clock, keys } = this.#deps;
    const now = clock.now();
    const tookMs = now - (acceptedAt ?? Number.NaN);
    const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
    if (!(tookMs >= 0 && tookMs <= LONGEST_MS) || domain === '' || this.#unwritten.length >= UNWRITTEN_MOST) return;
    if (!this.#isNewCase(addressKey(keys, email))) return;
    this.#unwritten.push({ domain, verifiedAt: now, tookMs });
    this.#cases += 1;
    this.#writeTimer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
  }

  usualSeconds(domain: string): number | null {
    return this.#domains.get(asciiDomain(domain))?.medianSeconds ?? null;
  }

  list(most: number): DomainWeather[] {
    return [...this.#domains.values()].slice(0, most);
  }

  write(): Promise<void> {
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer);
    this.#writeTimer = null;
    const times = this.#unwritten;
    this.#unwritten = [];
    if (times.length > 0)
      this.#writing = writeTimes(this.#deps.db, times).catch((error) =>
        this.#deps.log.warn({ err: error, times: times.length }, 'mail times not written'),
      );
    return this.#writing;
  }

  load(): Promise<void> {
    return this.#readFrom(this.#deps.db);
  }

  read(): Promise<void> {
    return this.#readFrom(this.#deps.reader);
  }

  async close(): Promise<void> {
    clearInterval(this.#readTimer);
    await this.write();
  }

  /** A single process has seen every case itself. */
  #mayHaveChanged(): boolean {
    return this.#deps.severalProcesses || this.#domains.size > 0 || this.#cases >= CASES_LEAST;
  }

  async #readFrom(source: Db): Promise<void> {
    const rows = await domainTimes(source, this.#deps.clock.now(), DOMAINS_MOST);
    this.#domains = new Map(
      rows.map(({ domain, cases, median, slow }) => [
        domain,
        {
          domain,
          cases: Number(cases),
          medianSeconds: roundedSeconds(Number(median)),
          slowestTenthSeconds: roundedSeconds(Number(slow)),
        },
      ]),
    );
  }

  #tryToRead(): Promise<void> {
    return this.read().catch((error) => this.#deps.log.warn({ err: error }, 'mail times not read, trying again'));
  }
}
