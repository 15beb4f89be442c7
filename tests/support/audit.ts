import { sql } from 'kysely';
import { auditCommand } from '../../cli/audit.ts';
import { rotateKeyCommand } from '../../cli/rotate-key.ts';
import { readConfig } from '../../server/config.ts';
import type { Db } from '../../server/db/tables.ts';
import { createLog } from '../../server/process/log.ts';
import { StartError } from '../../server/process/start-error.ts';
import { TEST_KEY } from './app.ts';
import type { TestDatabase } from './database.ts';

const log = createLog('silent');

/** Runs `npm run audit -- verify` and returns what it prints, findings or not. */
export async function verify(
  { env }: TestDatabase,
  { args = [], SECRET_KEY = TEST_KEY }: { args?: string[]; SECRET_KEY?: string } = {},
): Promise<string> {
  try {
    return await auditCommand(['verify', ...args], readConfig({ ...env, SECRET_KEY }), log);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

export const WHOLE = /^The audit trail is intact: /;

/** Position and kind of each finding. */
export const found = (text: string) =>
  [...text.matchAll(/^(?:Position (\d+)|No position), (\w+): /gm)].map(([, position, wrong]) => [
    position === undefined ? null : Number(position),
    wrong,
  ]);

/** Runs `npm run rotate-key` with another key of the environment; `null` as the old key means that it is lost. */
export function rotateKey({ env }: TestDatabase, from: string | null, to: string): Promise<string> {
  const keys = from === null ? { SECRET_KEY: to } : { SECRET_KEY: to, SECRET_KEY_OLD: from };
  return rotateKeyCommand(from === null ? ['--lost'] : [], readConfig({ ...env, ...keys }), log);
}

const TABLES = ['activity', 'audit_waiting', 'audit_chain', 'audit_cuts', 'audit_keys', 'server_key'] as const;

/** Copies all tables of the audit trail; returns a function that restores them. */
export async function copyOfTrail(from: Db): Promise<(db: Db) => Promise<void>> {
  const copies = new Map<string, unknown[]>();
  for (const table of TABLES) copies.set(table, await from.selectFrom(table).selectAll().execute());
  return async (db) => {
    for (const [table, rows] of copies) {
      await sql`delete from ${sql.table(table)}`.execute(db);
      if (rows.length === 0) continue;
      await db
        .insertInto(table as never)
        .values(rows as never)
        .execute();
    }
  };
}
