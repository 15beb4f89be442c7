import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startTestPostgres } from '../../scripts/test-postgres.ts';
import type { Database } from './portal.ts';

const sqlite: Database = {
  name: 'SQLite',
  fresh: async () => ({}),
  async size(dataDir) {
    const files = ['gatehouse.db', 'gatehouse.db-wal'].map((name) => join(dataDir, name));
    return files.reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
  },
};

/** `BENCH_DATABASES=SQLite` leaves the other one out. */
export const isWanted = (name: Database['name']) => process.env.BENCH_DATABASES?.split(',').includes(name) ?? true;

/** Both databases, and how to stop their server. */
export async function bothDatabases(): Promise<{ databases: Database[]; stop(): Promise<void> }> {
  const server = await startTestPostgres();
  const pool = new pg.Pool({ connectionString: server.url, max: 2 });
  let count = 0;
  let current = '';
  const postgres: Database = {
    name: 'PostgreSQL',
    async fresh() {
      count += 1;
      current = `bench_abuse_${process.pid}_${count}`;
      await pool.query(`create database ${current}`);
      const url = new URL(server.url);
      url.pathname = `/${current}`;
      return { DATABASE_URL: url.href };
    },
    async size() {
      const { rows } = await pool.query('select pg_database_size($1) as size', [current]);
      return Number(rows[0].size);
    },
  };
  return {
    databases: [sqlite, postgres].filter(({ name }) => isWanted(name)),
    async stop() {
      for (let one = 1; one <= count; one += 1)
        await pool.query(`drop database if exists bench_abuse_${process.pid}_${one} with (force)`);
      await pool.end();
      await server.stop();
    },
  };
}
