import type { FastifyInstance } from 'fastify';
import type { DeleteBatch } from './db/batches.ts';

/** `staff` is the operator's: no admin erases the audit trail by a setting. */
export interface RetentionLimits {
  readonly users: number;
  readonly staff: number;
  readonly guests: number;
}

/** `app.ts` closes them in the reverse order. */
export interface Feature {
  routes?(http: FastifyInstance): void;
  /** Every ten minutes. */
  sweep?(closing: AbortSignal): Promise<void>;
  /** After all sweeps. */
  retention?(limits: RetentionLimits): readonly DeleteBatch[];
  close?(): Promise<void> | void;
}
