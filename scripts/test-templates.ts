import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../server/db/migrate.ts';
import { openPostgresPatiently } from '../server/db/postgres.ts';
import { connectSqlite, sqliteFile } from '../server/db/sqlite.ts';
import { createLog } from '../server/process/log.ts';

export interface Templates {
  /** What the environment of the tests has to say to find them. */
  readonly env: { TEST_TEMPLATE_DIR: string; TEST_TEMPLATE_DATABASE: string };
  remove(): Promise<void>;
}

/**
 * A database of each kind in which every migration has been done and nothing else. Most tests begin with a copy: doing the
 * migrations for each of them takes longer than many of the tests.
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
