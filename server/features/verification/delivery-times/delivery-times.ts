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
/** What has not been written yet; more are left out, because one more or less says nothing. */
const UNWRITTEN_MOST = 1_000;
/** The busiest; whoever owns other domains cannot crowd these out without confirming more addresses than they have. */
const DOMAINS_MOST = 300;
/** No code can be entered later. */
const LONGEST_MS = 10 * 60_000;

type MailWeatherDeps = Pick<Core, 'db' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'>;

const asciiDomain = (domain: string) => (/^[\x20-\x7e]+$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain));

/**
 * How long mail takes to get to guests of a domain: times only, no addresses. Written in bundles after the guest has their
 * answer, read by every process now and then: what it says is hours old anyway, so nobody has to tell anybody.
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
  /** Cases of this process since the start. */
  #cases = 0;

  constructor(deps: MailWeatherDeps) {
    this.#deps = deps;
    this.#isNewCase = inMemory(LIMITS.deliveryCases, deps.clock);
    this.#readTimer = setInterval(() => {
      if (this.#mayHaveChanged()) void this.#tryToRead();
    }, READ_EVERY_MS).unref();
  }

  /** A guest has entered the code of a mail that the mail server took at that time; null where nobody knows when. */
  verified(email: string, acceptedAt: number | null): void {
    const { clock, keys } = this.#deps;
    const now = clock.now();
    const tookMs = now - (acceptedAt ?? Number.NaN);
    const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
    if (!(tookMs >= 0 && tookMs <= LONGEST_MS) || domain === '' || this.#unwritten.length >= UNWRITTEN_MOST) return;
    const address = addressKey(keys, email);
    if (!this.#isNewCase(address)) return;
    this.#unwritten.push({ domain, verifiedAt: now, tookMs });
    this.#cases += 1;
    this.#writeTimer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
  }

  /** How long mail to a domain takes today; null where that is not known. */
  usualSeconds(domain: string): number | null {
    return this.#domains.get(asciiDomain(domain))?.medianSeconds ?? null;
  }

  /** The busiest first. */
  list(most: number): DomainWeather[] {
    return [...this.#domains.values()].slice(0, most);
  }

  /** What is new, at once; what cannot be written is left out. */
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

  /** At the start, when nobody has to wait for it. */
  load(): Promise<void> {
    return this.#readFrom(this.#deps.db);
  }

  /** From the database, as every process does by itself. */
  read(): Promise<void> {
    return this.#readFrom(this.#deps.reader);
  }

  async close(): Promise<void> {
    clearInterval(this.#readTimer);
    await this.write();
  }

  /** A single process knows of every case; where there are too few of them, nobody need be asked. */
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
