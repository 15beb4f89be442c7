import { createHmac } from 'node:crypto';
import { asciiEmail } from '../../contract/text/email.ts';
import type { Core } from '../core.ts';
import type { Keys } from '../crypto/keys.ts';
import { Refusal } from '../db/group-commit.ts';
import type { Trx } from '../db/tables.ts';
import { HttpError, tooManyRequests } from '../errors.ts';
import { readLimits, takeFromLimits } from '../limits/database-counts.ts';
import { type Count, countOf } from '../limits/limit.ts';
import { CROWD_LEAST, LIMITS, PLACES } from '../limits/limits.ts';
import type { Caller } from '../sessions/transact.ts';
import { folded } from '../text/names.ts';
import { networkOf } from '../visitor/address.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { MailOutbox } from './mail.ts';
import type { MailTurns } from './mail-turns.ts';

const CROWDED_RETRY_S = 60;

/** After all emails for which a captcha was solved. */
export const UNPROVEN_TURN = 1_000_000;

const captchaNeeded = (seconds: number) =>
  new HttpError('captcha_needed', ({ errors }) => errors.captchaNeeded, seconds);
const mailsWait = () => new HttpError('busy', ({ errors }) => errors.emailsWait, 60);

/** "name+anything@host" is the same mailbox at most mail servers. */
function countedAddress(email: string): string {
  const address = folded(asciiEmail(email));
  const [, name, host] = /^([^+@]+)\+[^@]*(@.*)$/.exec(address) ?? [];
  return name === undefined ? address : `${name}${host}`;
}

/** 132 bits. Longer keys would need more index pages. */
const ADDRESS_LENGTH = 22;

/** Keyed hash, so that limits don't store addresses. */
export const addressKey = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-limits'))
    .update(countedAddress(email))
    .digest('base64url')
    .slice(0, ADDRESS_LENGTH);

interface Cause {
  readonly email: string;
  readonly visitor: Visitor;
  /** The network instead, if there is no cookie. */
  readonly browser: string;
  readonly by: Caller | 'guest';
}

/** One browser's requests keep their order. */
export const browserKey = (browser: string) => `browser:${browser}`;

type UseUp = (trx: Trx) => Promise<void>;

/** A captcha that is checked only when needed and used up with the email. "given": already checked. */
type Proof = (() => Promise<UseUp>) | 'given' | null;

export interface MailDeps extends Pick<Core, 'keys' | 'clock' | 'db' | 'commit' | 'transact'> {
  readonly outbox: MailOutbox;
  readonly turns: MailTurns;
}

class UsedUp extends Refusal {
  readonly seconds: number;

  constructor(seconds: number) {
    super('A limit is used up');
    this.seconds = seconds;
  }
}

function countsOf(keys: Keys, { email, visitor, browser }: Omit<Cause, 'by'>) {
  const address = addressKey(keys, email);
  const network = networkOf(visitor.ipAddress);
  const ofNetwork = countOf(LIMITS.codesOfNetwork, network);
  const inAll = countOf(LIMITS.codesInAll, address);
  return {
    free: [
      ofNetwork,
      countOf(LIMITS.codesFromNetwork, address, network),
      countOf(LIMITS.codesToAddress, address),
      inAll,
    ],
    bought: [ofNetwork, countOf(LIMITS.codesBought, address, browser), inAll],
  };
}

/** Seconds until an email may be requested again: without a captcha, and at all. */
export async function mailWait({ keys, clock, db }: Pick<MailDeps, 'keys' | 'clock' | 'db'>, cause: Omit<Cause, 'by'>) {
  const { free, bought } = countsOf(keys, cause);
  const waitFor = async (counts: readonly Count[]) =>
    Math.max(...(await readLimits(db, counts, clock.now())).map(({ seconds }) => seconds));
  const [freeIn, boughtIn] = [await waitFor(free), await waitFor(bought)];
  return { freeIn, seconds: Math.min(freeIn, boughtIn) };
}

/** Queues in one transaction. If the free emails are used up, or many wait, a captcha is needed. */
export async function commitMail<T>(
  deps: MailDeps,
  cause: Cause,
  proof: Proof,
  write: (trx: Trx, turn: number) => Promise<T>,
): Promise<T> {
  const { keys, clock, commit, transact, outbox, turns } = deps;
  const { by } = cause;
  const { free, bought } = countsOf(keys, cause);
  // Jobs of one transaction must not share a count: an uncommitted email may not use up another's limit.
  const touches = { kind: 'mail', keys: [browserKey(cause.browser), ...[...free, ...bought].map(({ key }) => key)] };
  const run = (counts: readonly Count[], useUp: UseUp | null) => {
    const work = async (trx: Trx) => {
      await useUp?.(trx);
      const seconds = await takeFromLimits(trx, counts, clock.now());
      if (seconds > 0) throw new UsedUp(seconds);
      const isProven = useUp !== null || proof === 'given';
      return write(trx, turns(cause.visitor.ipAddress) + (isProven ? 0 : UNPROVEN_TURN));
    };
    return by === 'guest' ? commit(work, touches) : transact(by, work);
  };

  const { messages, minutes } = await outbox.backlog();
  if (minutes > PLACES.emailsWaiting.most) throw mailsWait();
  // In a crowd, captchas are needed at once: a script with many networks has many free emails.
  if (minutes <= PLACES.emailsCrowded.most || messages <= CROWD_LEAST) {
    try {
      return await run(free, null);
    } catch (error) {
      if (!(error instanceof UsedUp)) throw error;
    }
  }

  const { freeIn, seconds } = await mailWait(deps, cause);
  if (seconds > 0) throw tooManyRequests(seconds);
  if (proof === null) throw captchaNeeded(freeIn || CROWDED_RETRY_S);
  // Checking a captcha uses it up, so check it last.
  const useUp = proof === 'given' ? null : await proof();
  return run(freeIn === 0 ? free : bought, useUp).catch((error) => {
    throw error instanceof UsedUp ? tooManyRequests(error.seconds) : error;
  });
}
