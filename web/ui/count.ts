/** "1 user", "12,345 users". */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;

/** "12,345+" if there are more. */
export const countedNumber = ({ count, more }: { count: number; more: boolean }) =>
  `${count.toLocaleString('en')}${more ? '+' : ''}`;

/** "12,345 entries", "12,345+ entries". */
export const countedTotal = (total: { count: number; more: boolean }, thing: string, things = `${thing}s`) =>
  total.more ? `${countedNumber(total)} ${things}` : counted(total.count, thing, things);

/** Counts what is loaded: a million rows are not counted for a heading. */
export const countedSoFar = (
  list: { items: readonly unknown[]; hasNextPage: boolean },
  thing: string,
  things?: string,
) => countedTotal({ count: list.items.length, more: list.hasNextPage }, thing, things);
