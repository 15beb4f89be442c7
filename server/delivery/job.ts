import * as z from 'zod';
import type { Keys } from '../crypto/keys.ts';
import { parseJson } from '../text/json.ts';

/** A kind of message. The feature that sends it says what it is made of and how it is written. */
export interface Job<Payload extends object, Message> {
  /** Stored with the payload, and by it a row that waits is understood again, also by the next version. */
  readonly id: string;
  readonly payload: z.ZodType<Payload>;
  render(payload: Payload): Message;
}

export const defineJob = <Payload extends object, Message>(
  id: string,
  payload: z.ZodType<Payload>,
  render: (payload: Payload) => Message,
): Job<Payload, Message> => ({ id, payload, render });

/** Any other failure is tried again later; this one another try cannot mend. */
export class PermanentFailure extends Error {}
/** Nobody to send anything to: not this message is the trouble, and the next one would fare no better. */
export class Unreachable extends Error {}
/** The other side said how long to wait. */
export class RetryLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

const PURPOSE = 'outbox';
const Kind = z.object({ kind: z.string() });

/** How payloads are stored: {kind, …payload}, sealed. A channel with a single job needs no kind. */
export function storedJobs<Message>(jobs: readonly Job<object, Message>[], keys: Keys) {
  const only = jobs.length === 1 ? jobs[0] : undefined;
  const jobOf = (stored: string) => only ?? jobs.find(({ id }) => id === parseJson(Kind, stored)?.kind);
  return {
    seal<Payload extends object>(job: Job<Payload, Message>, payload: Payload): string {
      if (!jobs.some(({ id }) => id === job.id)) throw new Error(`This outbox does not know the job "${job.id}".`);
      return keys.seal(JSON.stringify(only === undefined ? { kind: job.id, ...payload } : payload), PURPOSE);
    },

    /** Staff read why a message failed, and it is logged: not a word of what is in it. */
    open(sealed: string): Message {
      const stored = keys.open(sealed, PURPOSE);
      const job = jobOf(stored);
      if (job === undefined) throw new PermanentFailure('This version does not know this kind of message');
      const payload = parseJson(job.payload, stored);
      if (payload === null) throw new PermanentFailure('This version cannot read what the message is made of');
      return job.render(payload);
    },
  };
}
