import { newId } from '../../../db/ids.ts';
import { preparedInsert } from '../../../db/prepared.ts';
import type { Trx } from '../../../db/tables.ts';
import { folded } from '../../../text/names.ts';
import type { GatePass } from '../gate/gate.ts';

/** That somebody has confirmed an address, as everything that has to know of it is told in the transaction of the success. */
export interface Result {
  readonly guestSecret: string;
  readonly publicId: string;
  readonly email: string;
  readonly at: number;
  /** When this browser first asked for a code for this address. */
  readonly since: number;
  /** When the mail server took the mail with the code; null where nobody has written that down yet. */
  readonly acceptedAt: number | null;
  /** Somebody of the staff did something for this guest meanwhile. */
  readonly helped: boolean;
}

const insert = preparedInsert('verified_addresses', [
  'id',
  'email',
  'email_key',
  'guest_id',
  'verified_at',
  'took_ms',
  'helped',
  'gate_jti',
  'gate_sub',
  'gate_claims',
]);

/** Kept as data, so that the organisation can ask for it; answers its id. */
export async function recordVerified(trx: Trx, result: Result, pass: GatePass | null): Promise<string> {
  const { publicId, email, at, since, helped } = result;
  const id = newId(at);
  const gate = { gate_jti: pass?.jti ?? null, gate_sub: pass?.sub ?? null, gate_claims: pass?.claims ?? null };
  const times = { verified_at: at, took_ms: Math.max(0, at - since) };
  const row = { id, email, email_key: folded(email), guest_id: publicId, helped: helped ? 1 : 0, ...times, ...gate };
  await insert(trx, [row]);
  return id;
}
