import type { FastifyInstance } from 'fastify';
import type { DeleteBatch } from './db/batches.ts';

/** Only the operator sets `staff`, so that no admin can erase the audit trail by a setting. */
export interface RetentionLimits {
  readonly users: number;
  readonly staff: number;
  readonly guests: number;
}

/** `app.ts` closes features in reverse order. */
export interface Feature {
  routes?(http: FastifyInstance): void;
  /** Runs every ten minutes. */
  sweep?(closing: AbortSignal): Promise<void>;
  /** Runs after all sweeps. */
  retention?(limits: RetentionLimits): readonly DeleteBatch[];
  close?(): Promise<void> | void;
}
