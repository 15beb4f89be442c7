import { setTimeout as wait } from 'node:timers/promises';
import { domainToUnicode } from 'node:url';
import { maskedEmail } from '../../contract/masked-email.ts';
import { isLongAgo } from '../clock.ts';
import type { Core } from '../core.ts';
import { isUnavailable } from '../db/errors.ts';
import { newId } from '../db/ids.ts';
import { preparedInsert } from '../db/prepared.ts';
import type { OutboxRow, Trx } from '../db/tables.ts';
import { LONGEST_WAIT_MS, outboxClaims } from './claims.ts';
import { type Job, PermanentFailure, RetryLater, storedJobs, Unreachable } from './job.ts';
import { urgentMessages } from './outbox-queries.ts';
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
}

export type Outbox<Message> = ReturnType<typeof createOutbox<Message>>;

interface OutboxDeps<Message> extends Pick<Core, 'db' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'> {
  /** Each channel has a worker of its own: a chat service that hangs does not hold up mail. */
  readonly channel: OutboxRow['channel'];
  /** Everything that may wait in it. */
  readonly jobs: readonly Job<object, Message>[];
  send(recipient: string, message: Message): Promise<void>;
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
]);

const AT_ONCE = 5;
/** Of the rate. Whoever asks how many wait cares about no more. */
const COUNTED_MINUTES = 15;
const LOOK_EVERY_MS = 1_000;
/** Thousands may wait for a server that is away; trying each of them at once would keep the process busy with it. */
const UNREACHABLE_MS = 1_000;
/** How long the next messages wait for those that are being sent. */
const HELD_UP_MS = 1_000;
const waitMs = (attempts: number) => 2_000 * 2 ** (attempts - 1);

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
  const { db, clock, keys, log, severalProcesses, channel } = deps;
  const stored = storedJobs(deps.jobs, keys);
  const perMinute = channel === 'mail' ? (deps.perMinute ?? null) : null;
  const claims = outboxClaims({ ...deps, rate: perMinute === null ? null : sendRate('mail', perMinute) });
  const urgent = urgentMessages({ ...deps, most: (perMinute ?? 0) * COUNTED_MINUTES });
  let closed = false;
  const sending = new Set<Promise<void>>();
  let round: Promise<void> | null = null;
  let again = false;
  let expiredAt = Number.NEGATIVE_INFINITY;
  let unreachableAt = Number.NEGATIVE_INFINITY;
  const isUnreachable = () => !isLongAgo(unreachableAt, UNREACHABLE_MS, clock.now());

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

  const finish = (row: OutboxRow, state: 'failed' | 'expired', error: string | null) =>
    settle(row, { state, error, sealed: null, finished_at: clock.now() });

  const sent = (row: OutboxRow) => {
    const at = clock.now();
    const { onSent } = deps;
    const also = onSent && ((trx: Trx) => onSent(trx, row, at));
    return settle(row, { state: 'sent', error: null, sealed: null, finished_at: at }, also);
  };

  const tryLater = (row: OutboxRow, error: string, ms = waitMs(row.attempts)) =>
    settle(row, { state: 'queued', error, due_at: clock.now() + Math.min(ms, LONGEST_WAIT_MS) });

  const fail = async (row: OutboxRow, error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    const why = withoutSecrets(withoutAddress(said, row.recipient));
    log.warn({ delivery: row.id, channel, attempts: row.attempts, why }, 'message not sent');
    if (error instanceof Unreachable) unreachableAt = clock.now();
    if (error instanceof RetryLater) return tryLater(row, why, error.seconds * 1000);
    if (!(error instanceof PermanentFailure)) return tryLater(row, why);
    await finish(row, 'failed', why);
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
    try {
      await deps.send(row.recipient, stored.open(row.sealed));
    } catch (error) {
      return fail(row, error);
    }
    await sent(row);
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
      const free = AT_ONCE - sending.size;
      if (free <= 0 || closed) return;
      const rows = await claims.take(free);
      const batch = Promise.all(rows.map(begin));
      // One that takes long holds up nobody but itself.
      await Promise.race([batch, wait(HELD_UP_MS, undefined, { ref: false })]);
      batch.catch((error) => log.warn({ err: error }, 'message neither sent nor put off'));
      if (rows.length < free || isUnreachable()) return;
    }
  };

  /** One round at a time; being woken during a round means another one after it. */
  const wake = (): void => {
    if (closed || isUnreachable()) return;
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
    /** In the transaction of what causes it; call `wake` after its commit. */
    async put<Payload extends object>(
      trx: Trx,
      job: Job<Payload, Message>,
      { id, recipient, payload, expiresAt, guestIp, guestId, turn = 0 }: Delivery<NoInfer<Payload>>,
    ): Promise<void> {
      const now = clock.now();
      const sealed = stored.seal(job, payload);
      const times = { due_at: now, created_at: now, expires_at: expiresAt };
      const queued = { state: 'queued', attempts: 0, guest_ip: guestIp ?? null, guest_id: guestId ?? null } as const;
      await insertRows(trx, [{ id: id ?? newId(now), channel, recipient, sealed, turn, ...times, ...queued }]);
      urgent.added();
    },
    /** How many have to be sent soon, about, and how many minutes they take at the rate. */
    async backlog(): Promise<{ messages: number; minutes: number }> {
      if (perMinute === null) return { messages: 0, minutes: 0 };
      const messages = await urgent.count();
      return { messages, minutes: messages / perMinute };
    },
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
