import type { Db, SsoLinkRow, Trx, UserRow } from '../../../db/tables.ts';

/** `sub` never changes and is never reassigned, unlike an email address. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export const linkOf = (db: Db | Trx, userId: string): Promise<SsoLinkRow | undefined> =>
  db.selectFrom('oidc_links').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Never by email address, which the provider may not have verified. */
export const linkedUser = (db: Db | Trx, { issuer, subject }: Subject): Promise<UserRow | undefined> =>
  db
    .selectFrom('oidc_links')
    .innerJoin('users', 'users.id', 'oidc_links.user_id')
    .selectAll('users')
    .where('oidc_links.issuer', '=', issuer)
    .where('oidc_links.subject', '=', subject)
    .executeTakeFirst();

export async function link(trx: Trx, userId: string, { issuer, subject }: Subject, now: number): Promise<void> {
  const values = { issuer, subject, linked_at: now, used_at: null };
  await trx
    .insertInto('oidc_links')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function markUsed(trx: Trx, userId: string, { issuer, subject }: Subject, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('oidc_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const removeLinks = (trx: Trx, userIds: readonly string[]): Promise<SsoLinkRow[]> =>
  trx.deleteFrom('oidc_links').where('user_id', 'in', userIds).returningAll().execute();
