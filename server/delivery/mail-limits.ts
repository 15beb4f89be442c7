import { createHmac } from 'node:crypto';
import { asciiEmail } from '../../contract/text/email.ts';
import type { Core } from '../core.ts';
import type { Keys } from '../crypto/keys.ts';
import { Refusal } from '../db/group-commit.ts';
import type { Trx } from '../db/tables.ts';
import { HttpError, tooManyRequests } from '../errors.ts';
import { type CountedLimit, takeFromLimits, waitsFor } from '../limits/limit-counts.ts';
import type { Caller } from '../sessions/transact.ts';
import { folded } from '../text/names.ts';
import { networkOf } from '../visitor/address.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { MailOutbox } from './mail.ts';
import type { MailTurns } from './mail-turns.ts';

const HOUR = 60 * 60;
const MAILS_OF_NETWORK = { most: 3, seconds: 60 };
/** What one network can take of an address, so that nobody uses up what others need. */
const MAILS_FROM_NETWORK = { most: 3, seconds: HOUR };
const MAILS_TO_ADDRESS = { most: 10, seconds: HOUR };
/** With those that were bought with a captcha. */
const MAILS_IN_ALL = { most: 30, seconds: HOUR };
const BOUGHT_BY_BROWSER = { most: 1, seconds: HOUR };

/**
 * Where a guest would wait for longer than seconds, a captcha is asked for, and whoever solves it goes first: a script with
 * hundreds of networks has as many first mails. A handful that come at the same moment are no crowd at any rate.
 */
const CROWDED_MINUTES = 0.1;
const CROWDED_MESSAGES = 30;
const FULL_MINUTES = 10;
const CROWDED_RETRY_S = 60;

/** Where the turns begin of those who have shown nothing. */
export const UNPROVEN_TURN = 1_000_000;

const captchaNeeded = (seconds: number) =>
  new HttpError('captcha_needed', 'Please confirm that you are not a robot. Then we will send the code.', seconds);
const mailsWait = () =>
  new HttpError('busy', 'Too many mails are waiting to be sent right now. Please try again in a minute.', 60);

/** An address as it is counted: "name+anything@host" is another name of the same mailbox at most mail servers. */
function countedAddress(email: string): string {
  const address = folded(asciiEmail(email));
  const [, name, host] = /^([^+@]+)\+[^@]*(@.*)$/.exec(address) ?? [];
  return name === undefined ? address : `${name}${host}`;
}

/** 132 bits. Each of several rows and index entries has it, so twice as long would be as many more pages. */
const ADDRESS_LENGTH = 22;

/**
 * Addresses are counted by a keyed hash: a limit need not know whom it is about. The keys of limits begin with it, so that those
 * of one address stand side by side: in an index of random keys each row is another page to be written.
 */
export const addressKey = (keys: Keys, email: string) =>
  createHmac('sha256', keys.derive('address-limits'))
    .update(countedAddress(email))
    .digest('base64url')
    .slice(0, ADDRESS_LENGTH);

/** A mail that a stranger causes. */
interface Cause {
  readonly email: string;
  readonly visitor: Visitor;
  /** For which a captcha buys one more: the guest's browser, or the network where there is none. */
  readonly browser: string;
  /** Who asks for it. */
  readonly by: Caller | 'guest';
}

/** What is done for one browser is done in the order in which it asked for it. */
export const browserKey = (browser: string) => `browser:${browser}`;

type UseUp = (trx: Trx) => Promise<void>;

/**
 * The captcha that was sent along, if there was one: checks it when it is needed, and answers how it is used up in the
 * transaction of what it is for. Or it was checked already, because the call is never answered without one.
 */
type Proof = (() => Promise<UseUp>) | 'given' | null;

export interface MailDeps extends Pick<Core, 'keys' | 'clock' | 'db' | 'commit' | 'transact'> {
  readonly outbox: MailOutbox;
  readonly turns: MailTurns;
}

/** Thrown in the transaction, which is rolled back by it. */
class UsedUp extends Refusal {
  readonly seconds: number;

  constructor(seconds: number) {
    super('A limit is used up');
    this.seconds = seconds;
  }
}

function limitsOf(keys: Keys, { email, visitor, browser }: Omit<Cause, 'by'>) {
  const address = addressKey(keys, email);
  const network = networkOf(visitor.ipAddress);
  const ofNetwork = { key: `mails:${network}`, ...MAILS_OF_NETWORK };
  const inAll = { key: `${address}:mails-in-all`, ...MAILS_IN_ALL };
  return {
    free: [
      ofNetwork,
      { key: `${address}:mails-from:${network}`, ...MAILS_FROM_NETWORK },
      { key: `${address}:mails`, ...MAILS_TO_ADDRESS },
      inAll,
    ],
    bought: [ofNetwork, { key: `${address}:mails-bought:${browser}`, ...BOUGHT_BY_BROWSER }, inAll],
  };
}

/** The seconds until a mail may be asked for again, with a captcha where that helps; 0 when it may be now. */
export async function mailWait({ keys, clock, db }: Pick<MailDeps, 'keys' | 'clock' | 'db'>, cause: Omit<Cause, 'by'>) {
  const { free, bought } = limitsOf(keys, cause);
  const waitFor = async (limits: readonly CountedLimit[]) => Math.max(...(await waitsFor(db, limits, clock.now())));
  const [freeIn, boughtIn] = [await waitFor(free), await waitFor(bought)];
  return { freeIn, seconds: Math.min(freeIn, boughtIn) };
}

/**
 * Runs `write`, which puts a mail into the outbox with the turn it is given, in a transaction that takes it from the
 * limits. Known or unknown, an address has the same limits. Where what is free of charge is used up, or many mails
 * wait, a captcha helps.
 */
export async function commitMail<T>(
  deps: MailDeps,
  cause: Cause,
  proof: Proof,
  write: (trx: Trx, turn: number) => Promise<T>,
): Promise<T> {
  const { keys, clock, commit, transact, outbox, turns } = deps;
  const { by } = cause;
  const { free, bought } = limitsOf(keys, cause);
  // Whoever is refused was so by mails that are committed: no other in the same transaction counts for the same limits.
  const touches = { kind: 'mail', keys: [browserKey(cause.browser), ...[...free, ...bought].map(({ key }) => key)] };
  const run = (limits: readonly CountedLimit[], useUp: UseUp | null) => {
    const work = async (trx: Trx) => {
      await useUp?.(trx);
      const seconds = await takeFromLimits(trx, limits, clock.now());
      if (seconds > 0) throw new UsedUp(seconds);
      const isProven = useUp !== null || proof === 'given';
      return write(trx, turns.next(cause.visitor.ipAddress) + (isProven ? 0 : UNPROVEN_TURN));
    };
    return by === 'guest' ? commit(work, touches) : transact(by, work);
  };

  const { messages, minutes } = await outbox.backlog();
  if (minutes > FULL_MINUTES) throw mailsWait();
  if (minutes <= CROWDED_MINUTES || messages <= CROWDED_MESSAGES) {
    try {
      return await run(free, null);
    } catch (error) {
      if (!(error instanceof UsedUp)) throw error;
    }
  }

  const { freeIn, seconds } = await mailWait(deps, cause);
  if (seconds > 0) throw tooManyRequests(seconds);
  if (proof === null) throw captchaNeeded(freeIn || CROWDED_RETRY_S);
  // Not before it is needed: a provider's captcha is used up by asking about it.
  const useUp = proof === 'given' ? null : await proof();
  return run(freeIn === 0 ? free : bought, useUp).catch((error) => {
    throw error instanceof UsedUp ? tooManyRequests(error.seconds) : error;
  });
}
