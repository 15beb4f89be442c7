import type { Db, Tables } from '../../../db/tables.ts';

export type KeptResult = Pick<Tables['verified_addresses'], 'email' | 'verified_at' | 'gate_jti' | 'gate_sub'>;

/** What is kept of the verification that a browser, by its public id, has completed at that moment. */
export const findResult = (db: Db, publicId: string, verifiedAt: number): Promise<KeptResult | undefined> =>
  db
    .selectFrom('verified_addresses')
    .select(['email', 'verified_at', 'gate_jti', 'gate_sub'])
    .where('verified_at', '=', verifiedAt)
    .where('guest_id', '=', publicId)
    .executeTakeFirst();
