import { ACCOUNT_DETAIL_NAMES, type AccountDetail } from '../../../contract/users/account-details.rules.ts';

type Details = Record<AccountDetail, string | null>;

/** Only what the form changed, so that a save overwrites nothing else; null for no change. */
export function changedDetails(before: Details, typed: Partial<Details>): Partial<Details> | null {
  const names = ACCOUNT_DETAIL_NAMES.filter((name) => (typed[name] ?? null) !== before[name]);
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, typed[name] ?? null])) : null;
}
