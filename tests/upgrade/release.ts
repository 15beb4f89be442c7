import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inject, onTestFinished, vi } from 'vitest';
import { sqliteFile } from '../../server/db/sqlite.ts';
import type { TestApp } from '../support/app.ts';
import { newDatabase, type TestDatabase } from '../support/database.ts';
import type { HttpClient } from '../support/http-client.ts';
import type { Kept, KeptBrowser } from './story.ts';

const RELEASES = new URL('releases/', import.meta.url);

/** Every version whose data is kept. */
export const releases: readonly string[] = readdirSync(RELEASES).sort();

/** The data that a release left behind, at the moment at which it was stopped. */
export async function releasedDatabase(version: string): Promise<{ database: TestDatabase; kept: Kept }> {
  const kind = inject('database');
  const file = (ending: string) => readFileSync(new URL(`${version}/${kind}.${ending}`, RELEASES));
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const contents = gunzipSync(file('gz'));
  const { DATABASE_URL, DATA_DIR } = database.env;
  if (DATABASE_URL === undefined) writeFileSync(sqliteFile(DATA_DIR), contents);
  else await loadDump(DATABASE_URL, contents.toString());
  return { database, kept: JSON.parse(file('json').toString()) };
}

async function loadDump(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(dump).finally(() => client.end());
}

/**
 * Mails and codes live for minutes, and the data lies here for years. Migrations ask no clock of the tests, so it is the
 * date itself that is set back.
 */
export function stopTimeAt(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  onTestFinished(() => void vi.useRealTimers());
}

/** The same browser, which knows nothing of another version. */
export function cameBack(app: TestApp, { ip, cookies }: KeptBrowser): HttpClient {
  const client = app.client({ ip });
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
  return client;
}
