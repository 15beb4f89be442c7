import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startOwnPostgres } from '../../scripts/test-postgres.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createLog } from '../../server/process/log.ts';
import { childrenOf, parentOf, processorOfFamily } from '../processor-of.ts';

export const SECRET_KEY = 'a-key-for-scaling-that-is-long-enough';

/** The name of a database, from its URL or its name. */
export const databaseOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Memory that the processes of a server do not share, in kB. */
export function privateMemoryOf(pid: number): number {
  let sum = 0;
  for (const child of childrenOf(pid)) {
    const text = readFileSync(`/proc/${child}/smaps_rollup`, 'utf8');
    for (const [, kb] of text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)) sum += Number(kb);
  }
  return sum;
}

interface Counted {
  readonly calls: number;
  readonly rows: number;
}

export type ScalingPostgres = Awaited<ReturnType<typeof startScalingPostgres>>;

/** A server that syncs to disk, as in production, and counts its queries. */
export async function startScalingPostgres() {
  const server = await startOwnPostgres([
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.track=all',
    'max_connections=700',
  ]);
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query('create extension pg_stat_statements');
  const { rows } = await owner.query('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0].pid) as number;
  let count = 0;
  const urlOf = (database: string) => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    return url.href;
  };
  const EMPTY = 'scaling_empty';
  await owner.query(`create database ${EMPTY}`);
  const config = readConfig({ DATABASE_URL: urlOf(EMPTY), SECRET_KEY });
  await (await openDatabase(config, createLog('silent'))).close();

  return {
    postmaster,
    /** For queries about the server that must not be counted. */
    owner,
    /** Processor time in milliseconds. */
    cpu: () => processorOfFamily(postmaster) * 1_000,
    /** A database with all tables of the product, or a copy of another one. */
    async fresh(like = EMPTY): Promise<string> {
      count += 1;
      await owner.query(`create database scaling_${count} template ${databaseOf(like)}`);
      return urlOf(`scaling_${count}`);
    },
    /** One query on a connection of its own. */
    async ask(url: string, text: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    forget: () => owner.query('select pg_stat_statements_reset()'),
    /** How often similar statements ran in a database since the last reset, and on how many rows. */
    async counted(url: string, like = '%'): Promise<Counted> {
      const found = await owner.query(
        `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(rows), 0)::int as rows from pg_stat_statements
         join pg_database on pg_database.oid = dbid where datname = $1 and query ilike $2`,
        [databaseOf(url), like],
      );
      return found.rows[0];
    },
    async stop() {
      await owner.end();
      await server.stop();
    },
  };
}
