import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres';
  }
}

export interface TestDatabase {
  /** What the environment of the process has to say to use it. */
  readonly env: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database of the kind that this run of the tests is about. */
export async function newDatabase(): Promise<TestDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-data-'));
  if (inject('database') === 'sqlite') {
    return { env: { DATA_DIR: dir }, remove: async () => rmSync(dir, { recursive: true, force: true }) };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(`create database ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: dir, DATABASE_URL: url.href },
    async remove() {
      await asOwner(`drop database ${name} with (force)`);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
