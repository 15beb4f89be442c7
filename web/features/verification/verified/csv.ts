import { csvFile } from '../../../../contract/csv.ts';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';

export const verifiedCsv = (emails: readonly VerifiedEmail[]) => csvFile(VERIFIED_CSV, emails);
