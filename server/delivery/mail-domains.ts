import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { evictOldest } from '../bounded-cache.ts';
import { HOUR_MS, isLongAgo } from '../clock.ts';
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
const PAUSE_MS = 5_000;

type Verdict = 'takes-mail' | 'no-mail' | 'unknown';

/** Short for bad verdicts, so that a repaired domain works again soon. */
const KEPT_MS: Readonly<Record<Verdict, number>> = {
  'takes-mail': HOUR_MS,
  'no-mail': 2 * 60_000,
  unknown: 30_000,
};

const NO_ANSWER = ['ETIMEOUT', 'ECONNREFUSED', 'ENOTINITIALIZED', 'ENOSERVER'];
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

const unreachable = (email: string) => {
  const [, domain = ''] = displayStoredEmail(email).split('@');
  return new HttpError('address_unreachable', ({ errors }) => errors.cannotReceiveEmail(domain));
};

interface MailDomainsDeps extends Pick<Core, 'config' | 'clock' | 'log'> {
  readonly dns?: DnsAccess | undefined;
}

export type MailDomains = ReturnType<typeof mailDomains>;

export function mailDomains({ config, clock, log, dns }: MailDomainsDeps) {
  const patience = dns?.patience ?? PATIENCE;
  const resolver = new Resolver({ timeout: patience.tryMs, tries: 2 });
  if (dns !== undefined) resolver.setServers(dns.servers);
  const mayAsk = inMemory(LIMITS.dnsQueries, clock);
  const known = new Map<string, { readonly verdict: Verdict; readonly at: number }>();
  const asking = new Map<string, Promise<Verdict>>();
  let pausedAt = Number.NEGATIVE_INFINITY;
  const isPaused = () => !isLongAgo(pausedAt, PAUSE_MS, clock.now());

  /** A query from before the pause proves nothing new. */
  const unanswered = (code: string, pausedBefore: number): Verdict => {
    if (pausedAt !== pausedBefore) return 'unknown';
    // Leaves out the error: it contains what someone typed.
    if (!isPaused()) log.warn({ code }, 'DNS does not answer, addresses are not checked for a while');
    pausedAt = clock.now();
    return 'unknown';
  };

  const failed = (error: unknown, pausedBefore: number): Verdict =>
    NO_ANSWER.includes(codeOf(error)) ? unanswered(codeOf(error), pausedBefore) : 'unknown';

  /** RFC 5321: without MX, a domain's own address takes its email. */
  const queryAddresses = async (domain: string, pausedBefore: number): Promise<Verdict> => {
    const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
    if (answers.some(({ status }) => status === 'fulfilled')) return 'takes-mail';
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    const failure = failures.find((error) => !['ENODATA', 'ENOTFOUND'].includes(codeOf(error)));
    return failure === undefined ? 'no-mail' : failed(failure, pausedBefore);
  };

  const query = async (domain: string): Promise<Verdict> => {
    const pausedBefore = pausedAt;
    try {
      const servers = await resolver.resolveMx(domain);
      // A null MX means that the domain accepts no email (RFC 7505).
      return servers.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'takes-mail' : 'no-mail';
    } catch (error) {
      if (codeOf(error) === 'ENOTFOUND') return 'no-mail';
      return codeOf(error) === 'ENODATA' ? queryAddresses(domain, pausedBefore) : failed(error, pausedBefore);
    }
  };

  /** Concurrent callers share one query. Null if asking now would exceed a limit. */
  const ask = (domain: string, network: string): Promise<Verdict> | null => {
    if (asking.size >= PLACES.dnsQueriesAtOnce.most || !mayAsk(network)) return null;
    const asked = query(domain).then((verdict) => {
      known.delete(domain);
      evictOldest(known, REMEMBERED);
      known.set(domain, { verdict, at: clock.now() });
      asking.delete(domain);
      return verdict;
    });
    asking.set(domain, asked);
    return asked;
  };

  const verdictOn = async (domain: string, network: string): Promise<Verdict> => {
    const found = known.get(domain);
    if (found !== undefined && !isLongAgo(found.at, KEPT_MS[found.verdict], clock.now())) return found.verdict;
    const asked = isPaused() ? null : (asking.get(domain) ?? ask(domain, network));
    if (asked === null) return 'unknown';
    const pausedBefore = pausedAt;
    const settled = new AbortController();
    const late = wait(patience.withinMs, null, { signal: settled.signal }).catch(() => null);
    const verdict = await Promise.race([asked, late]);
    settled.abort();
    return verdict ?? unanswered('ETIMEOUT', pausedBefore);
  };

  return {
    async check(email: string, ipAddress: string): Promise<void> {
      if (config.mail.smtpUrl === null || !config.mail.dnsCheck) return;
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      if ((await verdictOn(domain, networkOf(ipAddress))) === 'no-mail') throw unreachable(email);
    },
    close: () => resolver.cancel(),
  };
}
