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

/** Every version with stored data. */
export const releases: readonly string[] = readdirSync(RELEASES).sort();

/** The data of a release at the moment it was stopped. */
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
 * Emails and codes expire within minutes, but the data is years old. Migrations do not use the clock of the tests, so the
 * date itself is set back.
 */
export function stopTimeAt(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  onTestFinished(() => void vi.useRealTimers());
}

/** A browser of the old version with its cookies. */
export function returning(app: TestApp, { ip, cookies }: KeptBrowser): HttpClient {
  const client = app.client({ ip });
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
  return client;
}
