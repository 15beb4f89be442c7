import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../server/clock.ts';
import { reservedSpace, spaceAt } from '../../server/db/disk-space.ts';
import { countRows } from '../../server/db/queries.ts';
import { REMEMBERED_MAX } from '../../server/features/guests/presence/presence.ts';
import { CONNECTIONS_MAX } from '../../server/http/connections.ts';
import { allowedFiles, openFilesWarning } from '../../server/process/open-files.ts';
import { inMb, number } from '../command.ts';
import { type Answer, no, ok, warning } from './answer.ts';
import type { Patient } from './patient.ts';

const CLOSE = 0.8;
const OF_THIS_SHELL = "The server's own limit is known only with METRICS_PORT.";

/** Reads the server's limit if METRICS_PORT is set, otherwise this shell's. */
export async function openFiles({ figures }: Patient): Promise<Answer> {
  const found = await figures();
  const allowed = found.get('process_max_fds') ?? allowedFiles();
  const open = found.get('process_open_fds');
  if (open !== undefined && open > allowed * CLOSE)
    return no(`The server has ${number(open)} of ${number(allowed)} files open.`, 'Raise LimitNOFILE and restart it.');
  const tooFew = openFilesWarning(allowed, CONNECTIONS_MAX);
  if (tooFew !== null) return warning(`${tooFew}.`, open === undefined ? OF_THIS_SHELL : null);
  return ok(
    open === undefined
      ? `This shell allows enough open files. ${OF_THIS_SHELL}`
      : `The server has ${number(open)} files open and may have ${number(allowed)}.`,
  );
}

export async function disk({ config }: Pick<Patient, 'config'>, spaceOf = spaceAt): Promise<Answer> {
  const { free, size } = await spaceOf(config.dataDir);
  const kept = reservedSpace(size);
  const text = `${inMb(free)} are free on the disk of DATA_DIR.`;
  if (free < kept)
    return no(`Only ${text} Below ${inMb(kept)}, entries of guests aren't recorded.`, 'Free some space.');
  return free < kept * 2 ? warning(`Only ${text}`, 'Free some space soon.') : ok(text);
}

/** A lower bound: only processes know everything the budget counts. */
export async function rows({ config, db, clock }: Patient): Promise<Answer> {
  const { rowBudget } = config;
  const entries = db
    .selectFrom('activity')
    .select('id')
    .where('staff', '=', 0)
    .where('created_at', '>', clock.now() - HOUR_MS)
    .limit(rowBudget);
  const count = await countRows(db, entries);
  const told = await db
    .selectFrom('notifications')
    .select('message')
    .where('type', '=', 'storage')
    .where('created_at', '>', clock.now() - DAY_MS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const text = `Guests and users made ${number(count)} entries in the last hour, of ${number(rowBudget)} (ROW_BUDGET).`;
  if (told !== undefined)
    return warning(`${text} Within a day, admins read: ${told.message}.`, 'See docs/RUNNING.md, Disk space.');
  return count < rowBudget * CLOSE * (2 / 3)
    ? ok(text)
    : warning(text, 'Page views are dropped past two thirds: raise ROW_BUDGET, if the disk is large enough.');
}

export async function guests({ db }: Patient): Promise<Answer> {
  const count = await countRows(db, db.selectFrom('guests').select(sql`1`.as('one')).limit(REMEMBERED_MAX));
  const text = `${number(count)} of ${number(REMEMBERED_MAX)} guests are kept in memory.`;
  return count < REMEMBERED_MAX * CLOSE
    ? ok(text)
    : warning(text, 'When more come, those who only opened a page are forgotten first.');
}
