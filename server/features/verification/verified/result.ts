import { newId } from '../../../db/ids.ts';
import { preparedInsert } from '../../../db/prepared.ts';
import type { Trx } from '../../../db/tables.ts';
import { folded } from '../../../text/names.ts';
import type { GatePass } from '../gate/gate.ts';

/** A confirmed email address, as `onResult` passes it to the list and the webhook. */
export interface Result {
  readonly guestSecret: string;
  readonly publicId: string;
  readonly email: string;
  readonly at: number;
  /** The first request of a code for this email address. */
  readonly since: number;
  /** When the mail server accepted the email, if known yet. */
  readonly acceptedAt: number | null;
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

export async function recordVerified(trx: Trx, result: Result, pass: GatePass | null): Promise<string> {
  const { publicId, email, at, since, helped } = result;
  const id = newId(at);
  const gate = { gate_jti: pass?.jti ?? null, gate_sub: pass?.sub ?? null, gate_claims: pass?.claims ?? null };
  const times = { verified_at: at, took_ms: Math.max(0, at - since) };
  const row = { id, email, email_key: folded(email), guest_id: publicId, helped: helped ? 1 : 0, ...times, ...gate };
  await insert(trx, [row]);
  return id;
}
