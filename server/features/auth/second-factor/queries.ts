import type { FactorKinds } from '../../../../contract/auth/auth.ts';
import type { Db, PasskeyRow, Trx } from '../../../db/tables.ts';

/** Recovery codes alone are no second factor. */
export async function factorKinds(db: Db | Trx, userId: string): Promise<FactorKinds> {
  const found = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)).as('passkey'),
      exists(
        selectFrom('totp_apps').select('user_id').where('user_id', '=', userId).where('secret', 'is not', null),
      ).as('totp'),
      exists(
        selectFrom('recovery_codes').select('id').where('user_id', '=', userId).where('sealed_hash', 'is not', null),
      ).as('recoveryCode'),
    ])
    .executeTakeFirstOrThrow();
  return {
    passkey: Boolean(found.passkey),
    totp: Boolean(found.totp),
    recoveryCode: Boolean(found.recoveryCode),
  };
}

export const passkeysOf = (db: Db | Trx, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: Db | Trx, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export const findTotpApp = (db: Db | Trx, userId: string) =>
  db.selectFrom('totp_apps').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Each code works once, on all processes; older codes stop working too. */
export async function takeTotpStep(trx: Trx, userId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False for a counter seen before. Authenticators without a counter always send 0. */
export async function advanceCounter(
  trx: Trx,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, backed_up: Number(backedUp), used_at: now })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteFactors(trx: Trx, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('users')
    .set({ second_factor: 0 })
    .where('id', 'in', userIds)
    .where('second_factor', '=', 1)
    .execute();
  for (const table of ['begun_sign_ins', 'passkeys', 'totp_apps', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('user_id', 'in', userIds).execute();
}
