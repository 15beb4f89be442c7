import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';
import { isPostgresUnavailable } from './errors.ts';
import { statementName } from './prepared.ts';
import type { HoldKey } from './server-key.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;
const NUMERIC = 1700;
// Our numbers fit a double exactly.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

const RETRY_FOR_MS = 30_000;
const RETRY_EVERY_MS = 2_000;

interface PostgresOptions {
  readonly queryTimeoutMs?: number;
  readonly hold?: HoldKey | undefined;
}

/** Named statements are planned once per connection. Figure: guests, PostgreSQL (decision 53). */
class PlanningClient extends pg.Client {
  override query = ((text: unknown, values: unknown, ...more: unknown[]) => {
    const name = typeof text === 'string' ? statementName(text) : undefined;
    const query = super.query as (...given: unknown[]) => unknown;
    return name === undefined ? query.call(this, text, values, ...more) : query.call(this, { name, text, values });
  }) as pg.Client['query'];
}

export function openPostgres(url: string, log: Log, { queryTimeoutMs = 15_000, hold }: PostgresOptions = {}) {
  const pool = new pg.Pool({
    Client: PlanningClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    application_name: 'gatehouse',
    async onConnect(client) {
      // JIT compilation takes longer than our queries (decision 39).
      await client.query('set jit = off');
      await hold?.(client);
    },
  });
  // Without a listener, the error would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'connection in use lost')));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

export async function openPostgresPatiently(url: string, log: Log, hold?: HoldKey) {
  const opened = openPostgres(url, log, { queryTimeoutMs: 0, hold });
  await waitForPostgres(opened.pool, log).catch(async (error) => {
    await opened.db.destroy();
    throw error;
  });
  return opened;
}

interface Time {
  now(): number;
  pass(ms: number): Promise<unknown>;
}

const realTime: Time = { now: Date.now, pass: (ms) => new Promise((done) => setTimeout(done, ms)) };

export async function waitForPostgres(pool: pg.Pool, log: Log, time: Time = realTime): Promise<void> {
  const began = time.now();
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const why = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
      if (!isPostgresUnavailable(error))
        throw new StartError(`DATABASE_URL: PostgreSQL refused the connection: ${why}`);
      const waited = time.now() - began;
      if (waited >= RETRY_FOR_MS) {
        throw new StartError(`DATABASE_URL: PostgreSQL could not be reached for ${RETRY_FOR_MS / 1000} s: ${why}`);
      }
      log.warn({ seconds: Math.round(waited / 1000) }, `PostgreSQL cannot be reached, trying again: ${why}`);
      await time.pass(Math.min(RETRY_EVERY_MS, RETRY_FOR_MS - waited));
    }
  }
}
