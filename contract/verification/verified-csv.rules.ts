import type { CsvColumns } from '../csv.ts';
import type { VerifiedEmail } from './verified.ts';

/** Total: a new field names its columns, or none. New fields go last. */
const columnsOfFields: Record<keyof VerifiedEmail, CsvColumns<VerifiedEmail>> = {
  verifiedAt: { 'Verified at': ({ verifiedAt }) => verifiedAt },
  email: { 'E-mail': ({ email }) => email },
  tookSeconds: { 'Seconds taken': ({ tookSeconds }) => String(tookSeconds) },
  helped: { 'Helped by staff': ({ helped }) => (helped ? 'yes' : 'no') },
  gate: {
    'Gate subject': ({ gate }) => gate?.sub ?? null,
    'Gate token ID': ({ gate }) => gate?.jti ?? null,
    'Gate claims': ({ gate }) =>
      gate === null || Object.keys(gate.claims).length === 0 ? null : JSON.stringify(gate.claims),
  },
  id: {},
  guestId: {},
};

export const VERIFIED_CSV: CsvColumns<VerifiedEmail> = Object.assign({}, ...Object.values(columnsOfFields));
