import type { GateSaid, VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { iso } from '../../../clock.ts';
import type { VerifiedAddressRow } from '../../../db/tables.ts';

type IsListed = (guestId: string) => boolean;

function presentGate({ gate_jti, gate_sub, gate_claims }: VerifiedAddressRow): GateSaid | null {
  if (gate_jti === null) return null;
  return { jti: gate_jti, sub: gate_sub, claims: gate_claims === null ? {} : JSON.parse(gate_claims) };
}

export const presentVerified =
  (isListed: IsListed) =>
  (row: VerifiedAddressRow): VerifiedEmail => ({
    id: row.id,
    email: row.email,
    verifiedAt: iso(row.verified_at),
    tookSeconds: Math.round(row.took_ms / 1000),
    helped: row.helped === 1,
    gate: presentGate(row),
    guestId: isListed(row.guest_id) ? row.guest_id : null,
  });
