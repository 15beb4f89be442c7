import { setTimeout as wait } from 'node:timers/promises';
import { domainToUnicode } from 'node:url';
import { maskedEmail } from '../../contract/text/masked-email.ts';
import { isLongAgo } from '../clock.ts';
import type { Core } from '../core.ts';
import { isUnavailable } from '../db/errors.ts';
import { newId } from '../db/ids.ts';
import { preparedInsert } from '../db/prepared.ts';
import type { OutboxRow, Trx } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { type Job, PermanentFailure, RetryLater, storedJobs, Unreachable } from './job.ts';
import { outboxLeases } from './outbox-leases.ts';
import { urgentMessages } from './outbox-queries.ts';
import { type Retrying, SOON } from './retrying.ts';
import { sendRate } from './send-rate.ts';

interface Delivery<Payload> {
  /** Where somebody wants to ask later what became of it. */
  readonly id?: string;
  readonly recipient: string;
  /** What the message is made of. It may hold a code, so it is only ever stored sealed. */
  readonly payload: Payload;
  /** After this it is of no use any more and is not sent. */
  readonly expiresAt: number;
  readonly guestIp?: string;
  /** The public id of the browser that asked for it. */
  readonly guestId?: string;
  /** What waits is sent in the order of turns. Without one it goes first. */
  readonly turn?: number;
  /** What it tells of, where that is to be known after its contents are erased. */
  readonly kind?: OutboxRow['kind'];
}

export type Outbox<Message> = ReturnType<typeof createOutbox<Message>>;

interface OutboxDeps<Message> extends Pick<Core, 'db' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'> {
  /** Each channel has a worker of its own: a chat service that hangs does not hold up mail. */
  readonly channel: OutboxRow['channel'];
  /** Everything that may wait in it. */
  readonly jobs: readonly Job<object, Message>[];
  /** Answers what the other side said, as a text, where that is to be kept. All tries of a message have the same id. */
  send(recipient: string, message: Message, id: string): Promise<unknown>;
  /** How often what could not be sent is tried again. */
  readonly retrying?: Retrying;
  /** At most so many a minute, over all processes. */
  readonly perMinute?: number;
  /** Done together with writing down that a message was taken: either both are, or it is sent again. */
  onSent?(trx: Trx, row: OutboxRow, at: number): Promise<void>;
  /** Told after a row that belongs to a guest got another state. */
  onGuestState?(guestId: string): void;
  /** Told when a message could not be delivered for good. */
  onFailure?(row: OutboxRow, error: string): void;
}

const insertRows = preparedInsert('outbox', [
  'id',
  'channel',
  'recipient',
  'sealed',
  'state',
  'attempts',
  'due_at',
  'expires_at',
  'guest_ip',
  'guest_id',
  'created_at',
  'turn',
  'kind',
]);

const AT_ONCE = 5;
/** Of the rate. Whoever asks how many wait cares about no more. */
const COUNTED_MINUTES = 15;
const LOOK_EVERY_MS = 1_000;
/** How long the next messages wait for those that are being sent. */
const HELD_UP_MS = 1_000;

/**
 * Mail servers repeat what they were sent: six digits could be a code, four groups of four a temporary password. What they
 * say becomes one line of plain text: PostgreSQL could not store a zero byte, and the row would wait for ever.
 */
export const withoutSecrets = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\d{6}|(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/g, '••••••')
    .slice(0, 300);

/**
 * Mail servers repeat whom they refuse, as an address or a part of one. Staff read why a mail failed, and what a guest typed
 * they read masked; so they do here. Shorter names than these are found in any sentence.
 */
export function withoutAddress(text: string, recipient: string): string {
  let rest = text.replaceAll(/[^\s<>"(),:;]+@[^\s<>"(),:;]+/g, maskedEmail);
  if (!recipient.includes('@')) return rest;
  const [local = '', domain = ''] = recipient.split('@');
  const [maskedLocal = '…', maskedDomain = '…'] = maskedEmail(recipient).split('@');
  for (const [part, masked] of [
    [local, maskedLocal],
    [domain, maskedDomain],
    [domainToUnicode(domain), maskedDomain],
  ] as const) {
    const escaped = part.replaceAll(/\W/g, '\\$&');
    if (part.length > 3 || /\d|\P{ASCII}/u.test(part)) rest = rest.replaceAll(new RegExp(escaped, 'gi'), masked);
  }
  return rest;
}

export function createOutbox<Message>(deps: OutboxDeps<Message>) {
  const { db, clock, keys, log, severalProcesses, channel, retrying = SOON } = deps;
  const stored = storedJobs(deps.jobs, keys);
  const perMinute = channel === 'mail' ? (deps.perMinute ?? null) : null;
  const claims = outboxLeases({ ...deps, retrying, rate: perMinute === null ? null : sendRate('mail', perMinute) });
  const urgent = urgentMessages({ ...deps, most: (perMinute ?? 0) * COUNTED_MINUTES });
  let closed = false;
  const sending = new Set<Promise<void>>();
  let round: Promise<void> | null = null;
  let again = false;
  let expiredAt = Number.NEGATIVE_INFINITY;
  const rest = circuitBreaker(clock);
  /** While nobody answers, one message at a time tries whether somebody does. */
  const free = () => (rest.current() === null ? AT_ONCE : 1) - sending.size;

  /** Until it is written: otherwise another process would send again what has been sent. */
  const settle = async (row: OutboxRow, change: Partial<OutboxRow>, also?: (trx: Trx) => Promise<void>) => {
    for (;;) {
      try {
        await claims.write(row, change, also);
        break;
      } catch (error) {
        if (closed || !isUnavailable(error)) throw error;
        log.warn({ err: error, delivery: row.id }, 'what became of a message not written, trying again');
        await wait(LOOK_EVERY_MS);
      }
    }
    if (row.guest_id !== null) deps.onGuestState?.(row.guest_id);
  };

  const finish = (row: OutboxRow, state: 'failed' | 'expired', error: string | null, answer = row.answer) =>
    settle(row, {
      state,
      error,
      answer,
      finished_at: clock.now(),
      ...(retrying.keepsUnsent ? {} : { sealed: null }),
    });

  const sent = (row: OutboxRow, answer: string | null) => {
    const at = clock.now();
    const { onSent } = deps;
    const also = onSent && ((trx: Trx) => onSent(trx, row, at));
    return settle(row, { state: 'sent', error: null, answer, sealed: null, finished_at: at }, also);
  };

  const tryLater = (row: OutboxRow, error: string, answer: string | null, pauseMs: number) =>
    settle(row, {
      state: 'queued',
      error,
      answer,
      due_at: clock.now() + Math.min(pauseMs, retrying.longestPauseMs),
    });

  const fail = async (row: OutboxRow, error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    const why = withoutSecrets(withoutAddress(said, row.recipient));
    log.warn({ delivery: row.id, channel, attempts: row.attempts, why }, 'message not sent');
    const answer = channel === 'webhook' ? why : null;
    if (error instanceof Unreachable) {
      rest.failed(why);
      return tryLater(row, why, answer, retrying.unreachablePauseMs(row.attempts));
    }
    const askedMs = error instanceof RetryLater ? error.seconds * 1000 : null;
    if (!(error instanceof PermanentFailure))
      return tryLater(row, why, answer, retrying.pauseMs(row.attempts, askedMs));
    await finish(row, 'failed', why, answer);
    deps.onFailure?.(row, why);
  };

  const tellExpired = (row: OutboxRow) => {
    if (row.error !== null) deps.onFailure?.(row, row.error);
  };

  /** In the order of turns, what comes last might wait for long after it has expired. */
  const expire = async () => {
    if (!isLongAgo(expiredAt, LOOK_EVERY_MS, clock.now())) return;
    const rows = await claims.expire();
    for (const row of rows) {
      if (row.guest_id !== null) deps.onGuestState?.(row.guest_id);
      tellExpired(row);
    }
    // Where there are very many, the next round goes on with them: nothing that is to be sent waits for that.
    if (rows.length === 0) expiredAt = clock.now();
  };

  const deliver = async (row: OutboxRow) => {
    if (row.expires_at <= clock.now() || row.sealed === null) {
      await finish(row, 'expired', row.error);
      return tellExpired(row);
    }
    let answer: unknown;
    try {
      const message = stored.open(row.sealed);
      answer = await deps.send(row.recipient, message, row.id).catch((error) => {
        if (!(error instanceof Unreachable)) rest.answered();
        throw error;
      });
    } catch (error) {
      return fail(row, error);
    }
    rest.answered();
    await sent(row, typeof answer === 'string' ? answer : null);
  };

  const begin = (row: OutboxRow) => {
    const delivery = deliver(row).finally(() => {
      claims.release(row);
      sending.delete(delivery);
    });
    sending.add(delivery);
    return delivery;
  };

  /** One round: sends everything that is due. Tests call it; the process does by itself. */
  const work = async (): Promise<void> => {
    await expire();
    for (;;) {
      const most = free();
      if (most <= 0 || closed) return;
      const rows = await claims.take(most);
      const batch = Promise.all(rows.map(begin));
      // One that takes long holds up nobody but itself.
      await Promise.race([batch, wait(HELD_UP_MS, undefined, { ref: false })]);
      batch.catch((error) => log.warn({ err: error }, 'message neither sent nor put off'));
      if (rows.length < most || rest.isPausing()) return;
    }
  };

  /** One round at a time; being woken during a round means another one after it. */
  const wake = (): void => {
    if (closed || rest.isPausing()) return;
    if (round !== null) {
      again = true;
      return;
    }
    round = work()
      .catch((error) => log.warn({ err: error }, 'outbox not worked, trying again'))
      .finally(() => {
        round = null;
        if (again) {
          again = false;
          wake();
        }
      });
  };

  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  return {
    /** In the transaction of what causes it; sent soon after its commit. */
    async put<Payload extends object>(
      trx: Trx,
      job: Job<Payload, Message>,
      { id, recipient, payload, expiresAt, guestIp, guestId, turn = 0, kind = null }: Delivery<NoInfer<Payload>>,
    ): Promise<void> {
      const now = clock.now();
      const sealed = stored.seal(job, payload);
      const times = { due_at: now, created_at: now, expires_at: expiresAt };
      const queued = { state: 'queued', attempts: 0, guest_ip: guestIp ?? null, guest_id: guestId ?? null } as const;
      await insertRows(trx, [{ id: id ?? newId(now), channel, recipient, sealed, turn, kind, ...times, ...queued }]);
      urgent.added();
      afterCommit(trx, wake);
    },
    /** How many have to be sent soon, about, and how many minutes they take at the rate. */
    async backlog(): Promise<{ messages: number; minutes: number }> {
      if (perMinute === null) return { messages: 0, minutes: 0 };
      const messages = await urgent.count();
      return { messages, minutes: messages / perMinute };
    },
    /** Since when nobody answers this process, and why; null while somebody does. */
    resting: () => rest.current(),
    wake,
    work,
    /** At the start: a single process that was killed while it sent takes up again what it had begun. */
    async recover(): Promise<void> {
      if (severalProcesses) return;
      await db
        .updateTable('outbox')
        .set({ state: 'queued', due_at: clock.now() })
        .where('channel', '=', channel)
        .where('state', '=', 'sending')
        .execute();
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await round;
      await Promise.allSettled(sending);
      claims.close();
    },
  };
}
