import type { Change } from '../../../contract/log/activity.rules.ts';
import {
  ACCOUNT_DETAIL_NAMES,
  type AccountDetail,
  type AccountDetails,
  eachDetail,
} from '../../../contract/users/account-details.rules.ts';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { folded } from '../../text/names.ts';
import { keepHeld } from '../people/holds.ts';
import { withdrawPasswordMails } from './password-mail.ts';
import { nameColumns } from './search/name-columns.ts';

const COLUMN_OF = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
} as const satisfies Record<AccountDetail, keyof UserRow>;

type DetailColumn = (typeof COLUMN_OF)[AccountDetail];
type DetailRow = Pick<UserRow, DetailColumn>;

export const DETAIL_COLUMNS: readonly DetailColumn[] = Object.values(COLUMN_OF);

export const detailsOf = (row: DetailRow): AccountDetails => eachDetail((name) => row[COLUMN_OF[name]]);

export function detailColumns(username: string, details: Partial<AccountDetails>) {
  const known = eachDetail((name) => details[name] ?? null);
  const columns = Object.fromEntries(ACCOUNT_DETAIL_NAMES.map((name) => [COLUMN_OF[name], known[name]])) as DetailRow;
  const email_key = known.email === null ? null : folded(known.email);
  return { ...columns, email_key, ...nameColumns(username, known) };
}

type Changed = Extract<Change, { change: 'edited' }>['changed'];

export function changedDetails(user: DetailRow, wanted: Partial<AccountDetails>) {
  const before = detailsOf(user);
  const changed: Changed = {};
  for (const name of ACCOUNT_DETAIL_NAMES) {
    const [from, to] = [before[name], wanted[name]];
    if (to !== undefined && to !== from) changed[name] = { from: from ?? '', to: to ?? '' };
  }
  return changed;
}

/** Lock the user first, because derived columns combine all details. */
export async function writeDetails(
  trx: Trx,
  deps: Pick<Core, 'sessions' | 'keys' | 'clock'>,
  user: UserRow,
  changes: Partial<AccountDetails>,
  now: number,
  by: string | null = null,
): Promise<UserRow> {
  const details = { ...detailsOf(user), ...changes };
  const columns = {
    ...detailColumns(user.username, details),
    email_by: details.email === user.email ? user.email_by : by,
    updated_at: now,
    active_at: user.signed_in_at === null ? now : user.active_at,
  };
  if (columns.email_key !== user.email_key) {
    await keepHeld(trx, deps, user);
    await withdrawPasswordMails(trx, [user.id], now);
  }
  await trx.updateTable('users').set(columns).where('id', '=', user.id).execute();
  deps.sessions.usersChanged(trx, [user.id]);
  return { ...user, ...columns };
}
