import { VERIFIED_COLUMNS } from '../../../../contract/verification/verified.rules.ts';
import type { VerifiedAddress } from '../../../../contract/verification/verified.ts';
import { csvOf } from '../../../lib/csv.ts';

const claimsOf = ({ gate }: VerifiedAddress) =>
  gate === null || Object.keys(gate.claims).length === 0 ? null : JSON.stringify(gate.claims);

const cells: Record<(typeof VERIFIED_COLUMNS)[number], (address: VerifiedAddress) => string | null> = {
  'Verified at': ({ verifiedAt }) => verifiedAt,
  'E-mail': ({ email }) => email,
  'Seconds taken': ({ tookSeconds }) => String(tookSeconds),
  'Helped by staff': ({ helped }) => (helped ? 'yes' : 'no'),
  'Gate subject': ({ gate }) => gate?.sub ?? null,
  'Gate token ID': ({ gate }) => gate?.jti ?? null,
  'Gate claims': claimsOf,
};

export const verifiedCsv = (addresses: readonly VerifiedAddress[]) => csvOf(VERIFIED_COLUMNS, cells, addresses);
