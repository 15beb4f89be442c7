import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { sqliteFile } from '../../server/db/sqlite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres';
    /** Whether this run has `--everything`. */
    everything: boolean;
    /** How many times the usual rounds of crashes this run has. */
    crashRoundsFactor: number;
  }
}

export interface TestDatabase {
  /** The environment variables for a process that uses it. */
  readonly env: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

async function asOwner(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const SERVER = process.env.TEST_DATABASE_URL as string;
const DATA_DIR = process.env.TEST_DATA_DIR ?? tmpdir();

/** An empty database of the kind that this project of the run tests. */
export async function newDatabase(): Promise<TestDatabase> {
  return inject('database') === 'sqlite' ? sqliteDatabase() : postgresDatabase(SERVER);
}

/** A copy of a migrated database with the first admin. See `scripts/test-templates.ts`. */
export async function migratedDatabase(): Promise<TestDatabase> {
  if (inject('database') === 'postgres') return postgresDatabase(SERVER, process.env.TEST_TEMPLATE_DATABASE);
  const database = sqliteDatabase();
  copyFileSync(sqliteFile(process.env.TEST_TEMPLATE_DIR as string), sqliteFile(database.env.DATA_DIR));
  return database;
}

export function sqliteDatabase(): TestDatabase {
  const dir = mkdtempSync(join(DATA_DIR, 'gatehouse-data-'));
  return { env: { DATA_DIR: dir }, remove: async () => rmSync(dir, { recursive: true, force: true }) };
}

export async function postgresDatabase(server: string, template = 'template1'): Promise<TestDatabase> {
  const dir = mkdtempSync(join(DATA_DIR, 'gatehouse-data-'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: dir, DATABASE_URL: url.href },
    async remove() {
      await asOwner(server, `drop database ${name} with (force)`);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
