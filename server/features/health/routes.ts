import type { FastifyInstance } from 'fastify';
import { health } from '../../../contract/health.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../http/errors.ts';
import { serve } from '../../http/route.ts';
import type { Log } from '../../log.ts';

const unhealthy = () => new HttpError(503, 'unhealthy', 'The database cannot be read and written right now.', 5);
/** Everybody may ask, so asking must not be a way to make the server write. */
const ANSWER_FOR_MS = 1_000;

export function healthRoutes(app: FastifyInstance, { db, clock, log }: { db: Db; clock: Clock; log: Log }): void {
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
      if (beating === null || clock.now() - beating.since >= ANSWER_FOR_MS)
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
