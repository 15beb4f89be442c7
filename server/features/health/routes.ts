import type { FastifyInstance } from 'fastify';
import { health } from '../../../contract/health.ts';
import { type Clock, isLongAgo } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import type { Log } from '../../log.ts';
import { beat } from './heartbeat.ts';

const unhealthy = () => new HttpError('unhealthy', 'The database cannot be read and written right now.', 5);
/** Said before it closes, so that a proxy sends it nothing any more. */
const closing = () => new HttpError('closing', 'This process is about to close.');
/** Everybody may ask, so asking must not be a way to make the server write. */
const ANSWER_FOR_MS = 1_000;

interface HealthDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly leaving: { readonly begun: boolean };
}

export function healthRoutes(app: FastifyInstance, { db, clock, log, leaving }: HealthDeps): void {
  let last: { readonly at: number; readonly beat: Promise<void> } | null = null;

  serve(app, health, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: async () => {
      if (leaving.begun) throw closing();
      const now = clock.now();
      if (last === null || isLongAgo(last.at, ANSWER_FOR_MS, now)) last = { at: now, beat: beat(db, now) };
      try {
        await last.beat;
      } catch (error) {
        log.warn({ err: error }, 'health check failed');
        throw unhealthy();
      }
      return { status: 'ok' } as const;
    },
  });
}
