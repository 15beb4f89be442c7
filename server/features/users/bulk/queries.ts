import { type RawBuilder, sql } from 'kysely';
import type { BulkChange } from '../../../../contract/users/bulk.rules.ts';
import { UserFilter } from '../../../../contract/users/users.ts';
import type { BulkJobRow, Db, Trx } from '../../../db/tables.ts';
import { signOutsOf } from '../../../sessions/sign-outs.ts';

export const filterOf = ({ filter }: Pick<BulkJobRow, 'filter'>): UserFilter => UserFilter.parse(JSON.parse(filter));

export const changeOf = ({ action, value }: Pick<BulkJobRow, 'action' | 'value'>) => ({ action, value }) as BulkChange;

/** `start` and the sweep keep them few. */
export const allJobs = (db: Db | Trx): Promise<BulkJobRow[]> => db.selectFrom('bulk_jobs').selectAll().execute();

export const findJob = (db: Db | Trx, id: string): Promise<BulkJobRow | undefined> =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst();

export const insertJob = (
  trx: Trx,
  row: Omit<BulkJobRow, 'claimed_by' | 'claimed_until' | 'sign_outs'>,
  { by, until }: Lease,
): Promise<BulkJobRow> =>
  trx
    .insertInto('bulk_jobs')
    .values({ ...row, claimed_by: by, claimed_until: until, sign_outs: signOutsOf(row.started_by) })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteJobs(db: Db | Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('bulk_jobs').where('id', 'in', ids).execute();
}

export async function lastUserId(trx: Trx): Promise<string> {
  const row = await trx.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? '';
}

export const endJob = (
  trx: Trx,
  id: string,
  end: Pick<BulkJobRow, 'state' | 'ended_at'> & Partial<Pick<BulkJobRow, 'problem' | 'stopped_by'>>,
): Promise<BulkJobRow | undefined> =>
  trx
    .updateTable('bulk_jobs')
    .set({ ...end, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();

export interface Lease {
  readonly by: string;
  readonly until: RawBuilder<number>;
}

export async function takeUpJobs(
  db: Db,
  { by, until }: Lease,
  expired: RawBuilder<boolean> | null,
  except: readonly string[],
): Promise<BulkJobRow[]> {
  let jobs = db.updateTable('bulk_jobs').set({ claimed_by: by, claimed_until: until }).where('state', '=', 'running');
  if (expired !== null) jobs = jobs.where(sql<boolean>`(claimed_by = ${by} or ${expired})`);
  if (except.length > 0) jobs = jobs.where('id', 'not in', except);
  return jobs.returningAll().execute();
}

/** Undefined if the job has ended or belongs to another process. */
export const renewLease = (db: Db | Trx, id: string, { by, until }: Lease): Promise<BulkJobRow | undefined> =>
  db
    .updateTable('bulk_jobs')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('claimed_by', '=', by)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();

/** Lets another process continue at once. */
export async function releaseLeases(db: Db, by: string): Promise<void> {
  await db
    .updateTable('bulk_jobs')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', '=', by)
    .where('state', '=', 'running')
    .execute();
}

export async function setTotal(db: Db, id: string, by: string, total: number): Promise<void> {
  await db.updateTable('bulk_jobs').set({ total }).where('id', '=', id).where('claimed_by', '=', by).execute();
}

export async function setPosition(trx: Trx, id: string, position: string, changed: number): Promise<void> {
  await trx
    .updateTable('bulk_jobs')
    .set({ position, done: sql`done + ${changed}` })
    .where('id', '=', id)
    .execute();
}
