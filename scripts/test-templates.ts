import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../server/db/migrate.ts';
import { openPostgresPatiently } from '../server/db/postgres.ts';
import { connectSqlite, sqliteFile } from '../server/db/sqlite.ts';
import { createLog } from '../server/process/log.ts';

export interface Templates {
  /** The environment variables that lead the tests to them. */
  readonly env: { TEST_TEMPLATE_DIR: string; TEST_TEMPLATE_DATABASE: string };
  remove(): Promise<void>;
}

/**
 * A migrated, otherwise empty database of each kind. Most tests start with a copy: migrating takes longer than many of
 * the tests.
 */
export async function makeTemplates(dir: string, server: string): Promise<Templates> {
  mkdirSync(dir);
  const sqlite = connectSqlite(sqliteFile(dir));
  await migrate(sqlite);
  await sqlite.destroy();

  const name = `template_${process.pid}_${Date.now()}`;
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asOwner(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const postgres = await openPostgresPatiently(url.href, createLog('silent'));
  await migrate(postgres.db);
  await postgres.db.destroy();
  return {
    env: { TEST_TEMPLATE_DIR: dir, TEST_TEMPLATE_DATABASE: name },
    remove: () => asOwner(`drop database ${name} with (force)`),
  };
}
