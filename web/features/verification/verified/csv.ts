import { csvFile } from '../../../../contract/csv.ts';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';
import { dayOf } from '../../../lib/days.ts';

export const verifiedCsv = (emails: readonly VerifiedEmail[]) => csvFile(VERIFIED_CSV, emails);

export const csvName = () => `verified-addresses-${dayOf(new Date())}.csv`;
