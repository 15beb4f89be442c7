import * as z from 'zod';
import type { Keys } from '../crypto/keys.ts';
import { parseJson } from '../text/json.ts';

export interface Job<Payload extends object, Message> {
  /** Stored, so the next version must still know it. */
  readonly id: string;
  readonly payload: z.ZodType<Payload>;
  render(payload: Payload): Message;
}

export const defineJob = <Payload extends object, Message>(
  id: string,
  payload: z.ZodType<Payload>,
  render: (payload: Payload) => Message,
): Job<Payload, Message> => ({ id, payload, render });

/** Thrown for failures that must not be retried; all others are. */
export class PermanentFailure extends Error {}
/** The server is down, so the message isn't at fault. Opens the circuit breaker. */
export class Unreachable extends Error {}
export class RetryLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

const PURPOSE = 'outbox';
const Kind = z.object({ kind: z.string() });

/** Payloads are stored as {kind, …payload}, sealed. */
export function storedJobs<Message>(jobs: readonly Job<object, Message>[], keys: Keys) {
  const only = jobs.length === 1 ? jobs[0] : undefined;
  const jobOf = (stored: string) => only ?? jobs.find(({ id }) => id === parseJson(Kind, stored)?.kind);
  return {
    seal<Payload extends object>(job: Job<Payload, Message>, payload: Payload): string {
      if (!jobs.some(({ id }) => id === job.id)) throw new Error(`This outbox does not know the job "${job.id}".`);
      return keys.seal(JSON.stringify(only === undefined ? { kind: job.id, ...payload } : payload), PURPOSE);
    },

    /** Errors are logged and staff see them, so they must not quote the message. */
    open(sealed: string): Message {
      const stored = keys.open(sealed, PURPOSE);
      const job = jobOf(stored);
      if (job === undefined) throw new PermanentFailure('This version does not know this kind of message');
      const payload = parseJson(job.payload, stored);
      if (payload === null) throw new PermanentFailure('This version cannot read this message');
      return job.render(payload);
    },
  };
}
