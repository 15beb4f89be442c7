import { sql } from 'kysely';
import { auditCommand } from '../../cli/audit.ts';
import { rotateKeyCommand } from '../../cli/rotate-key.ts';
import type { Clock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { type Keys, keysFrom } from '../../server/crypto/keys.ts';
import { redactEntries } from '../../server/db/audit-chain/redaction.ts';
import type { ActivityRow, Db } from '../../server/db/tables.ts';
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

export const PSEUDONYM = 'erased-abcdefgh';

/** An entry about a user, with a pseudonym in the user's place. */
export function withPseudonym(row: ActivityRow, pseudonym = PSEUDONYM): ActivityRow {
  const details = JSON.parse(row.details ?? '{}');
  return { ...row, details: JSON.stringify({ ...details, user: pseudonym, username: pseudonym }) };
}

/** Redacts what staff did to a user, as an erasure does. */
export async function redactTarget(
  db: Db,
  target: string,
  { clock, keys = keysFrom(TEST_KEY), pseudonym }: { clock: Clock; keys?: Keys; pseudonym?: string },
) {
  const rows = await db.selectFrom('activity').select('id').where('target', '=', target).execute();
  const redact = (row: ActivityRow) => withPseudonym(row, pseudonym);
  return db.transaction().execute((trx) =>
    redactEntries(
      trx,
      { keys, clock },
      rows.map(({ id }) => ({ id, redact })),
    ),
  );
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
