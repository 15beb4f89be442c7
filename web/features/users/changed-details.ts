import type { User } from '../../../contract/users/users.ts';

const NAMES = ['firstName', 'lastName', 'email'] as const;

type Details = Pick<User, (typeof NAMES)[number]>;

export function changedDetails(before: Details, typed: Partial<Details>): Partial<Details> | null {
  const names = NAMES.filter((name) => (typed[name] ?? null) !== before[name]);
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, typed[name] ?? null])) : null;
}
