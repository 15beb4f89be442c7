import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { evictOldest } from '../bounded-cache.ts';
import type { Core } from '../core.ts';
import { HttpError } from '../errors.ts';
import { LIMITS, PLACES } from '../limits/limits.ts';
import { inMemory } from '../limits/memory-counts.ts';
import { displayStoredEmail } from '../text/display-stored-email.ts';
import { networkOf } from '../visitor/address.ts';

export interface DnsAccess {
  readonly servers: readonly string[];
  readonly patience: { readonly withinMs: number; readonly tryMs: number };
}

const PATIENCE: DnsAccess['patience'] = { withinMs: 1_500, tryMs: 500 };
const REMEMBERED = 5_000;

const MINUTE = 60_000;
/** A domain rarely stops taking email; a repaired one should not wait long. */
const GOOD_MS = 60 * MINUTE;
const BAD_MS = 2 * MINUTE;
const UNKNOWN_MS = 30_000;
const PAUSE_MS = 5_000;

type Verdict = 'takes-mail' | 'no-mail' | 'unknown';
const KEPT_MS: Readonly<Record<Verdict, number>> = { 'takes-mail': GOOD_MS, 'no-mail': BAD_MS, unknown: UNKNOWN_MS };

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const NO_ANSWER = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ENOTINITIALIZED', 'ENOSERVER']);

const unreachable = (email: string) => {
  const [, domain] = displayStoredEmail(email).split('@');
  return new HttpError('address_unreachable', `There is no mail at ${domain}. Please check the address.`);
};

interface MailDomainsDeps extends Pick<Core, 'config' | 'clock' | 'log'> {
  readonly dns?: DnsAccess | undefined;
}

export class MailDomains {
  readonly #deps: MailDomainsDeps;
  readonly #patience: DnsAccess['patience'];
  readonly #resolver: Resolver;
  readonly #known = new Map<string, { readonly verdict: Verdict; readonly at: number }>();
  readonly #asking = new Map<string, Promise<Verdict>>();
  readonly #mayAsk: (network: string) => boolean;
  #pausedSince = Number.NEGATIVE_INFINITY;

  constructor(deps: MailDomainsDeps) {
    this.#deps = deps;
    this.#mayAsk = inMemory(LIMITS.dnsQueries, deps.clock);
    this.#patience = deps.dns?.patience ?? PATIENCE;
    this.#resolver = new Resolver({ timeout: this.#patience.tryMs, tries: 2 });
    if (deps.dns !== undefined) this.#resolver.setServers(deps.dns.servers);
  }

  async check(email: string, ipAddress: string): Promise<void> {
    const { mail } = this.#deps.config;
    if (mail.smtpUrl === null || !mail.dnsCheck) return;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    if ((await this.#verdict(domain, networkOf(ipAddress))) === 'no-mail') throw unreachable(email);
  }

  close(): void {
    this.#resolver.cancel();
  }

  async #verdict(domain: string, network: string): Promise<Verdict> {
    const known = this.#remembered(domain);
    if (known !== undefined) return known;
    const asking = this.#isPaused() ? null : (this.#asking.get(domain) ?? this.#ask(domain, network));
    if (asking === null) return 'unknown';
    const pausedBefore = this.#pausedSince;
    const settled = new AbortController();
    const late = wait(this.#patience.withinMs, 'late' as const, { signal: settled.signal }).catch(
      () => 'late' as const,
    );
    const first = await Promise.race([asking, late]);
    settled.abort();
    return first === 'late' ? this.#unanswered('ETIMEOUT', pausedBefore) : first;
  }

  #isPaused(): boolean {
    const since = this.#deps.clock.now() - this.#pausedSince;
    return since >= 0 && since < PAUSE_MS;
  }

  #remembered(domain: string): Verdict | undefined {
    const known = this.#known.get(domain);
    const age = this.#deps.clock.now() - (known?.at ?? 0);
    if (known === undefined || age < 0 || age >= KEPT_MS[known.verdict]) return undefined;
    return known.verdict;
  }

  /** Null: do not ask now. Concurrent callers share one query; a late answer is cached. */
  #ask(domain: string, network: string): Promise<Verdict> | null {
    if (this.#asking.size >= PLACES.dnsQueriesAtOnce.most || !this.#mayAsk(network)) return null;
    const asking = this.#query(domain).then((verdict) => {
      this.#remember(domain, verdict);
      this.#asking.delete(domain);
      return verdict;
    });
    this.#asking.set(domain, asking);
    return asking;
  }

  #remember(domain: string, verdict: Verdict): void {
    this.#known.delete(domain);
    evictOldest(this.#known, REMEMBERED);
    this.#known.set(domain, { verdict, at: this.#deps.clock.now() });
  }

  async #query(domain: string): Promise<Verdict> {
    const pausedBefore = this.#pausedSince;
    try {
      const servers = await this.#resolver.resolveMx(domain);
      // RFC 7505: a null MX means no email.
      return servers.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'takes-mail' : 'no-mail';
    } catch (error) {
      if (codeOf(error) === 'ENOTFOUND') return 'no-mail';
      return codeOf(error) === 'ENODATA'
        ? this.#queryAddresses(domain, pausedBefore)
        : this.#failed(error, pausedBefore);
    }
  }

  /** RFC 5321: without MX, a domain's own address takes its email. */
  async #queryAddresses(domain: string, pausedBefore: number): Promise<Verdict> {
    const answers = await Promise.allSettled([this.#resolver.resolve4(domain), this.#resolver.resolve6(domain)]);
    if (answers.some(({ status }) => status === 'fulfilled')) return 'takes-mail';
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    const failure = failures.find((error) => !['ENODATA', 'ENOTFOUND'].includes(codeOf(error) ?? ''));
    return failure === undefined ? 'no-mail' : this.#failed(failure, pausedBefore);
  }

  #failed(error: unknown, pausedBefore: number): Verdict {
    const code = codeOf(error) ?? '';
    return NO_ANSWER.has(code) ? this.#unanswered(code, pausedBefore) : 'unknown';
  }

  /** Unless paused since: a late failure says nothing new. */
  #unanswered(code: string, pausedBefore: number): Verdict {
    if (this.#pausedSince !== pausedBefore) return 'unknown';
    // Not the error itself: it holds the domain, and people type anything.
    if (!this.#isPaused()) this.#deps.log.warn({ code }, 'DNS does not answer, addresses are not checked for a while');
    this.#pausedSince = this.#deps.clock.now();
    return 'unknown';
  }
}
