import type { Db, Tables } from '../../../db/tables.ts';

export type KeptResult = Pick<Tables['verified_addresses'], 'email' | 'verified_at' | 'gate_jti' | 'gate_sub'>;

export const findResult = (db: Db, publicId: string, verifiedAt: number): Promise<KeptResult | undefined> =>
  db
    .selectFrom('verified_addresses')
    .select(['email', 'verified_at', 'gate_jti', 'gate_sub'])
    .where('verified_at', '=', verifiedAt)
    .where('guest_id', '=', publicId)
    .executeTakeFirst();
