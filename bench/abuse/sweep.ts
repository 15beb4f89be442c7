import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { sweepLimits } from '../../server/limits/database-counts.ts';
import { createLog } from '../../server/process/log.ts';
import { benchInstallation } from '../servers.ts';
import { compared } from './compared.ts';
import { after, type Database } from './portal.ts';

const LIMITS = 458_000;
const ROWS_AT_ONCE = 1_000;
const SECONDS = 20;

/** The rows of a crowd are swept during work: how long does the event loop stop? */
export async function sweptLimits(database: Database): Promise<void> {
  const installation = benchInstallation(await database.fresh());
  const { db, close } = await openDatabase(readConfig(installation.env), createLog('silent'));
  const now = Date.now();
  for (let from = 0; from < LIMITS; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, one) => from + one);
    await db
      .insertInto('limit_counts')
      .values(rows.map((row) => ({ key: `mails:network-${row}`, count: 1, resets_at: now - row, passed: '' })))
      .execute();
  }
  const closing = new AbortController();
  const stop = after(SECONDS);
  const sweeping = sweepLimits(db, now, closing.signal);
  const pauses: number[] = [];
  for (let last = performance.now(); !stop(); ) {
    await new Promise((next) => setTimeout(next, 1));
    pauses.push(performance.now() - last);
    last = performance.now();
  }
  closing.abort();
  await sweeping;
  const longest = Math.max(...pauses);
  compared(database, `${LIMITS.toLocaleString('en')} limits swept: the longest standstill`, longest, 'ms', {
    most: 100,
  });
  await close();
  installation.remove();
}
