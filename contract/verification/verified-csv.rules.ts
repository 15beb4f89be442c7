import type { CsvColumns } from '../csv.ts';
import type { VerifiedEmail } from './verified.ts';

/** Total: a new field must name its columns, or none. Add new ones at the end. */
const columnsOfFields: Record<keyof VerifiedEmail, CsvColumns<VerifiedEmail>> = {
  verifiedAt: { 'Verified at': ({ verifiedAt }) => verifiedAt },
  email: { Email: ({ email }) => email },
  tookSeconds: { 'Seconds taken': ({ tookSeconds }) => String(tookSeconds) },
  helped: { 'Helped by staff': ({ helped }) => (helped ? 'yes' : 'no') },
  gate: {
    'Token subject': ({ gate }) => gate?.sub ?? null,
    'Token ID': ({ gate }) => gate?.jti ?? null,
    'Token claims': ({ gate }) =>
      gate === null || Object.keys(gate.claims).length === 0 ? null : JSON.stringify(gate.claims),
  },
  id: {},
  guestId: {},
};

export const VERIFIED_CSV: CsvColumns<VerifiedEmail> = Object.assign({}, ...Object.values(columnsOfFields));
