import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { startOwnPostgres } from '../../scripts/test-postgres.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createLog } from '../../server/process/log.ts';

export const SECRET_KEY = 'a-key-for-scaling-that-is-long-enough';

/** The kernel's unit of processor time. */
const TICK_MS = 10;

interface Times {
  readonly parent: number;
  readonly own: number;
  readonly ofEnded: number;
}

/** Undefined if the process has ended meanwhile. */
function timesOf(pid: number): Times | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program's name is in brackets and may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [own, more, ended, moreEnded] = fields.slice(11, 15) as [number, number, number, number];
  return { parent: fields[1] as number, own: (own + more) * TICK_MS, ofEnded: (ended + moreEnded) * TICK_MS };
}

/** Processor time of a process in milliseconds. */
export const cpuOf = (pid: number): number => timesOf(pid)?.own ?? 0;

/** The exact time of a single-threaded process: many short ones would round to zero ticks. */
function exactCpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** The time of a server with all its processes, ended ones included. */
function cpuOfFamily(pid: number): number {
  let sum = exactCpuOf(pid) + (timesOf(pid)?.ofEnded ?? 0);
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times?.parent === pid) sum += exactCpuOf(Number(name));
  }
  return sum;
}

/** The name of a database, from its URL or its name. */
export const databaseOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Memory that the processes of a server do not share, in kB. */
export function privateMemoryOf(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || timesOf(Number(name))?.parent !== pid) continue;
    const text = readFileSync(`/proc/${name}/smaps_rollup`, 'utf8');
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
  const postmaster = timesOf(rows[0].pid)?.parent as number;
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
    cpu: () => cpuOfFamily(postmaster),
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
