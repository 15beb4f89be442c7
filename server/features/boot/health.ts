import type { FastifyInstance } from 'fastify';
import { health } from '../../../contract/boot/health.ts';
import { isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';

const unhealthy = () => new HttpError('unhealthy', 'The database cannot be read and written right now.', 5);
/** Makes a proxy stop sending requests. */
const closing = () => new HttpError('closing', 'This process is shutting down.');
/** Cached, because anyone may ask and each check writes. */
const ANSWER_FOR_MS = 1_000;

async function beat(db: Db, now: number): Promise<void> {
  await db
    .insertInto('heartbeat')
    .values({ id: 1, beat_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now }))
    .execute();
  await db.selectFrom('heartbeat').select('beat_at').where('id', '=', 1).executeTakeFirstOrThrow();
}

interface HealthDeps extends Pick<Core, 'db' | 'clock' | 'log'> {
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
