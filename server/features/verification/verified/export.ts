import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';
import type { Db } from '../../../db/tables.ts';
import { csvPages, ROWS_AT_ONCE } from '../../../http/files.ts';
import { presentVerified } from './presenter.ts';
import { searchVerified } from './queries.ts';

const present = presentVerified(() => false);

export const verifiedLines = (reader: Db, query: VerifiedQuery) =>
  csvPages(VERIFIED_CSV, async (cursor) => {
    const { rows, next } = await searchVerified(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    return { rows: rows.map(present), next };
  });
