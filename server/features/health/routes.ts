import type { FastifyInstance } from 'fastify';
import { health } from '../../../contract/health.ts';
import { type Clock, isLongAgo } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import type { Log } from '../../log.ts';

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
  let beating: { since: number; beat: Promise<void> } | null = null;

  const beat = async () => {
    const now = clock.now();
    await db
      .insertInto('heartbeat')
      .values({ id: 1, beat_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now }))
      .execute();
    await db.selectFrom('heartbeat').select('beat_at').where('id', '=', 1).executeTakeFirstOrThrow();
  };

  serve(app, health, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: async () => {
      if (leaving.begun) throw closing();
      if (beating === null || isLongAgo(beating.since, ANSWER_FOR_MS, clock.now()))
        beating = { since: clock.now(), beat: beat() };
      try {
        await beating.beat;
      } catch (error) {
        log.warn({ err: error }, 'health check failed');
        throw unhealthy();
      }
      return { status: 'ok' } as const;
    },
  });
}
