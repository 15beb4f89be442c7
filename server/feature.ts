import type { FastifyInstance } from 'fastify';
import type { DeleteBatch } from './db/batches.ts';

/** Rows older than this are deleted. No admin erases the audit trail by a setting: `staff` is the operator's. */
export interface RetentionLimits {
  readonly users: number;
  readonly staff: number;
  readonly guests: number;
}

/** What a feature brings to the app. `app.ts` opens them in order and closes them in the reverse order. */
export interface Feature {
  routes?(http: FastifyInstance): void;
  /** Every ten minutes: removes what has expired. */
  sweep?(closing: AbortSignal): Promise<void>;
  /** After all sweeps: what the retention settings delete. */
  retention?(limits: RetentionLimits): readonly DeleteBatch[];
  close?(): Promise<void> | void;
}
