import { sql } from 'kysely';
import type { SettingName } from '../../../contract/settings/settings.rules.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Db, ProposalRow, Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { signOutsOf } from '../../sessions/sign-outs.ts';
import type { Settings } from './in-force.ts';

export type NewProposal = Omit<ProposalRow, 'sign_outs'>;

const proposalGone = () =>
  new HttpError('proposal_gone', 'This change is no longer waiting: it took effect, or was withdrawn or replaced.');

export async function storedSettings(db: Db | Trx, defaults: Settings): Promise<Settings> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  const isNumber = (name: string) => typeof defaults[name as SettingName] === 'number';
  return {
    ...defaults,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, isNumber(name) ? Number(value) : value])),
  };
}

export const putSetting = (trx: Trx, name: string, value: string) =>
  trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** False if the proposer was suspended, demoted or signed out since. */
const stillByAdmin = sql<boolean>`exists (select 1 from users
  where users.id = setting_proposals.proposed_by and users.role = 'admin' and users.status <> 'suspended'
    and users.sign_outs = setting_proposals.sign_outs)`;

export const allProposals = (db: Db | Trx): Promise<ProposalRow[]> =>
  db.selectFrom('setting_proposals').selectAll().where(stillByAdmin).orderBy('proposed_at').execute();

const lapsed = sql<boolean>`not ${stillByAdmin}`;

export const hasLapsedProposals = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('setting_proposals').select('id').where(lapsed).execute()).length > 0;

export const takeOutLapsedProposals = (trx: Trx): Promise<ProposalRow[]> =>
  trx.deleteFrom('setting_proposals').where(lapsed).returningAll().execute();

export async function putProposal(trx: Trx, { name, ...columns }: NewProposal): Promise<void> {
  const proposal = { ...columns, sign_outs: signOutsOf(columns.proposed_by) };
  await trx
    .insertInto('setting_proposals')
    .values({ name, ...proposal })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(proposal))
    .execute();
}

export const takeOutProposal = (trx: Trx, id: string): Promise<ProposalRow> =>
  trx.deleteFrom('setting_proposals').where('id', '=', id).returningAll().executeTakeFirstOrThrow(proposalGone);

/** Locks the proposers, so that none is suspended or signed out before the commit. Skips those locked by someone else until next time. */
export async function holdDueProposers(trx: Trx, now: number): Promise<string[]> {
  const due = trx.selectFrom('setting_proposals').select('proposed_by').where('in_force_at', '<=', now);
  const proposers = trx.selectFrom('users').select('id').where('id', 'in', due);
  const rows = await (isPostgres(trx) ? proposers.forNoKeyUpdate().skipLocked() : proposers).execute();
  return rows.map(({ id }) => id);
}

export async function takeOutDueProposals(trx: Trx, now: number, by: readonly string[]): Promise<ProposalRow[]> {
  if (by.length === 0) return [];
  const due = trx.deleteFrom('setting_proposals').where('in_force_at', '<=', now);
  return due.where('proposed_by', 'in', by).returningAll().execute();
}
