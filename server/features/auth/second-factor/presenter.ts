import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import type { PasskeyRow } from '../../../db/tables.ts';

const iso = (time: number) => new Date(time).toISOString();

export function presentSecondFactors(
  passkeys: readonly PasskeyRow[],
  app: { readonly secret: string | null; readonly added_at: number | null } | undefined,
  recoveryCodesLeft: number,
  required: boolean,
): SecondFactors {
  return {
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: iso(created_at),
      usedAt: used_at === null ? null : iso(used_at),
    })),
    totpSince: app?.secret != null && app.added_at !== null ? iso(app.added_at) : null,
    recoveryCodesLeft,
    required,
  };
}
