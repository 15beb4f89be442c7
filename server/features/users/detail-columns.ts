import { ACCOUNT_DETAIL_NAMES, type AccountDetail, eachDetail } from '../../../contract/users/account-details.rules.ts';
import type { UserRow } from '../../db/tables.ts';

interface StoredDetail {
  readonly column: keyof UserRow;
  /** How a search finds it: as part of the full name, as a line of its own, or not (null). */
  readonly search: 'full name' | 'line' | null;
}

export const DETAIL_COLUMNS = {
  firstName: { column: 'first_name', search: 'full name' },
  lastName: { column: 'last_name', search: 'full name' },
  email: { column: 'email', search: 'line' },
} as const satisfies Record<AccountDetail, StoredDetail>;

type DetailColumn = (typeof DETAIL_COLUMNS)[AccountDetail]['column'];
export type DetailRow = Pick<UserRow, DetailColumn>;
export type AccountDetails = Record<AccountDetail, string | null>;

export const DETAIL_COLUMN_NAMES: readonly DetailColumn[] = ACCOUNT_DETAIL_NAMES.map(
  (name) => DETAIL_COLUMNS[name].column,
);

export const detailsOf = (row: DetailRow): AccountDetails => eachDetail((name) => row[DETAIL_COLUMNS[name].column]);

export const detailColumns = (details: Partial<AccountDetails>): DetailRow =>
  Object.fromEntries(
    ACCOUNT_DETAIL_NAMES.map((name) => [DETAIL_COLUMNS[name].column, details[name] ?? null]),
  ) as DetailRow;
