import { setTimeout as wait } from 'node:timers/promises';
import { domainToUnicode } from 'node:url';
import { maskedEmail } from '../../contract/text/masked-email.ts';
import { isLongAgo } from '../clock.ts';
import type { Core } from '../core.ts';
import { isUnavailable } from '../db/errors.ts';
import type { OutboxRow, Trx } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { type Job, PermanentFailure, RetryLater, Unreachable } from './job.ts';
import { outboxLeases } from './outbox-leases.ts';
import { urgentMessages } from './outbox-queries.ts';
import { type Delivery, outboxWriter } from './outbox-writer.ts';
import { RETRY_SOON, type RetryPolicy } from './retry-policy.ts';
import { sendRate } from './send-rate.ts';

export type Outbox<Message> = ReturnType<typeof createOutbox<Message>>;

interface OutboxDeps<Message>
  extends Pick<Core, 'db' | 'reader' | 'commit' | 'clock' | 'keys' | 'log' | 'severalProcesses'> {
  /** One outbox per channel, so that a hanging chat service doesn't delay emails. */
  readonly channel: OutboxRow['channel'];
  readonly jobs: readonly Job<object, Message>[];
  /** Returns the receiver's answer, which is stored. A retry has the same id. */
  send(recipient: string, message: Message, id: string): Promise<unknown>;
  readonly retry?: RetryPolicy;
  readonly perMinute?: number;
  /** Runs in the transaction that marks the row as sent. */
  onSent?(trx: Trx, row: OutboxRow, at: number): Promise<void>;
  onGuestState?(guestId: string): void;
  onFailure?(row: OutboxRow, error: string): void;
}

const CONCURRENT_MAX = 5;
const COUNTED_MINUTES = 15;
const POLL_EVERY_MS = 1_000;
const SLOW_MS = 1_000;

/** Receivers quote what we sent, even with invisible characters in between. PostgreSQL rejects zero bytes. */
export const withoutSecrets = (text: string) =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\d{6}|(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/g, '••••••')
    .slice(0, 300);

/** Staff see masked addresses, so mask those that receivers quote. Short names are left, because they occur in any sentence. */
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
  const { db, clock, log, severalProcesses, channel, retry = RETRY_SOON, perMinute = null } = deps;
  const writer = outboxWriter(deps);
  const leases = outboxLeases({ ...deps, retry, rate: perMinute === null ? null : sendRate(perMinute) });
  const urgent = urgentMessages({ ...deps, most: (perMinute ?? 0) * COUNTED_MINUTES });
  let closed = false;
  const sending = new Set<Promise<void>>();
  let round: Promise<void> | null = null;
  let again = false;
  let expiredAt = Number.NEGATIVE_INFINITY;
  const circuit = circuitBreaker(clock);
  const free = () => (circuit.current() === null ? CONCURRENT_MAX : 1) - sending.size;

  /** Keep trying, or another process would send it again. */
  const settle = async (row: OutboxRow, change: Partial<OutboxRow>, also?: (trx: Trx) => Promise<void>) => {
    let isWritten: boolean;
    for (;;) {
      try {
        isWritten = await leases.write(row, change, also);
        break;
      } catch (error) {
        if (closed || !isUnavailable(error)) throw error;
        log.warn({ err: error, delivery: row.id }, 'result of a delivery not saved, trying again');
        await wait(POLL_EVERY_MS);
      }
    }
    if (row.guest_id !== null) deps.onGuestState?.(row.guest_id);
    return isWritten;
  };

  const finish = (row: OutboxRow, state: 'failed' | 'expired', error: string | null, answer = row.answer) =>
    settle(row, { state, error, answer, finished_at: clock.now(), ...(retry.keepsUnsent ? {} : { sealed: null }) });

  const sent = async (row: OutboxRow, answer: string | null) => {
    const at = clock.now();
    const { onSent } = deps;
    const also = onSent && ((trx: Trx) => onSent(trx, row, at));
    await settle(row, { state: 'sent', error: null, answer, sealed: null, finished_at: at }, also);
  };

  const tryLater = async (row: OutboxRow, error: string, answer: string | null, pauseMs: number) => {
    const due_at = clock.now() + Math.min(pauseMs, retry.longestPauseMs);
    await settle(row, { state: 'queued', error, answer, due_at });
  };

  const fail = async (row: OutboxRow, error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    const why = withoutSecrets(withoutAddress(said, row.recipient));
    log.warn({ delivery: row.id, channel, attempts: row.attempts, why }, 'message not sent');
    // Webhooks show the error in their list.
    const answer = retry.keepsUnsent ? why : null;
    if (error instanceof Unreachable) {
      circuit.failed(why);
      return tryLater(row, why, answer, retry.unreachablePauseMs(row.attempts));
    }
    const askedMs = error instanceof RetryLater ? error.seconds * 1000 : null;
    if (!(error instanceof PermanentFailure)) return tryLater(row, why, answer, retry.pauseMs(row.attempts, askedMs));
    // Don't report the failure if the person was erased meanwhile.
    if (await finish(row, 'failed', why, answer)) deps.onFailure?.(row, why);
  };

  const tellExpired = (row: OutboxRow) => {
    if (row.error !== null) deps.onFailure?.(row, row.error);
  };

  /** Not part of sending: in-order sending may never come to an expired row. */
  const expire = async () => {
    if (!isLongAgo(expiredAt, POLL_EVERY_MS, clock.now())) return;
    const rows = await leases.expire();
    for (const row of rows) {
      if (row.guest_id !== null) deps.onGuestState?.(row.guest_id);
      tellExpired(row);
    }
    if (rows.length === 0) expiredAt = clock.now();
  };

  const deliver = async (row: OutboxRow) => {
    if (row.expires_at <= clock.now() || row.sealed === null) {
      if (await finish(row, 'expired', row.error)) tellExpired(row);
      return;
    }
    let answer: unknown;
    try {
      const message = writer.open(row.sealed);
      answer = await deps.send(row.recipient, message, row.id).catch((error) => {
        if (!(error instanceof Unreachable)) circuit.answered();
        throw error;
      });
    } catch (error) {
      return fail(row, error);
    }
    circuit.answered();
    await sent(row, typeof answer === 'string' ? answer : null);
  };

  const begin = (row: OutboxRow) => {
    const delivery = deliver(row).finally(() => {
      leases.release(row);
      sending.delete(delivery);
    });
    sending.add(delivery);
    return delivery;
  };

  const work = async (): Promise<void> => {
    await expire();
    for (;;) {
      const most = free();
      if (most <= 0 || closed) return;
      const rows = await leases.take(most);
      const batch = Promise.all(rows.map(begin));
      await Promise.race([batch, wait(SLOW_MS, undefined, { ref: false })]);
      batch.catch((error) => log.warn({ err: error }, 'message neither sent nor rescheduled'));
      // With order, the person's next event was waiting for these.
      const isLast = retry.inOrder ? rows.length === 0 : rows.length < most;
      if (isLast || circuit.isPausing()) return;
    }
  };

  /** A wake-up during a round starts another one. */
  const wake = (): void => {
    if (closed || circuit.isPausing()) return;
    if (round !== null) {
      again = true;
      return;
    }
    round = work()
      .catch((error) => log.warn({ err: error }, 'outbox not processed, trying again'))
      .finally(() => {
        round = null;
        if (again) {
          again = false;
          wake();
        }
      });
  };

  const timer = setInterval(wake, POLL_EVERY_MS).unref();
  return {
    async put<Payload extends object>(
      trx: Trx,
      job: Job<Payload, Message>,
      ...deliveries: readonly Delivery<NoInfer<Payload>>[]
    ): Promise<void> {
      await writer.put(trx, job, ...deliveries);
      urgent.added(deliveries.length);
      afterCommit(trx, wake);
    },
    async backlog(): Promise<{ messages: number; minutes: number }> {
      if (perMinute === null) return { messages: 0, minutes: 0 };
      const messages = await urgent.count();
      return { messages, minutes: messages / perMinute };
    },
    openCircuit: () => circuit.current(),
    wake,
    work,
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
      leases.close();
    },
  };
}
