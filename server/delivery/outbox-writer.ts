import type { Core } from '../core.ts';
import { newId } from '../db/ids.ts';
import { preparedInsert } from '../db/prepared.ts';
import type { OutboxRow, Trx } from '../db/tables.ts';
import { type Job, storedJobs } from './job.ts';

export interface Delivery<Payload> {
  readonly id?: string;
  readonly recipient: string;
  /** May contain a code, so it is stored sealed. */
  readonly payload: Payload;
  readonly expiresAt: number;
  readonly guestIp?: string | undefined;
  readonly guestId?: string | undefined;
  readonly turn?: number;
  readonly kind?: OutboxRow['kind'];
  readonly person?: string | null;
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
  'person',
]);

/** SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 100;

interface WriterDeps<Message> extends Pick<Core, 'clock' | 'keys'> {
  readonly channel: OutboxRow['channel'];
  readonly jobs: readonly Job<object, Message>[];
}

/** For commands beside the server: queues, and lets the server send. */
export function outboxWriter<Message>({ clock, keys, channel, jobs }: WriterDeps<Message>) {
  const stored = storedJobs(jobs, keys);
  return {
    open: stored.open,

    async put<Payload extends object>(
      trx: Trx,
      job: Job<Payload, Message>,
      ...deliveries: readonly Delivery<NoInfer<Payload>>[]
    ): Promise<void> {
      const now = clock.now();
      const rows = deliveries.map(
        ({ id, recipient, payload, expiresAt, guestIp, guestId, turn = 0, kind = null, person = null }) => {
          const sealed = stored.seal(job, payload);
          const times = { due_at: now, created_at: now, expires_at: expiresAt };
          const queued = {
            state: 'queued',
            attempts: 0,
            guest_ip: guestIp ?? null,
            guest_id: guestId ?? null,
          } as const;
          return { id: id ?? newId(now), channel, recipient, sealed, turn, kind, person, ...times, ...queued };
        },
      );
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insertRows(trx, rows.slice(at, at + ROWS_AT_ONCE));
    },
  };
}
