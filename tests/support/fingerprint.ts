import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Every byte of the data directory, or every row of the database. */
export async function fingerprint({ env: { DATA_DIR, DATABASE_URL } }: TestDatabase): Promise<string> {
  const hash = createHash('sha256');
  const files = readdirSync(DATA_DIR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path).update(readFileSync(path));
  if (DATABASE_URL !== undefined) {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      "select string_agg(query_to_xml(format('select * from %I', tablename), false, true, '')::text, '' order by tablename) as all from pg_tables where schemaname = 'public'",
    );
    await client.end();
    hash.update(rows[0].all);
  }
  return hash.digest('hex');
}
