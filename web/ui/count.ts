/** "1 user", "12,345 users". */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;

/** "12,345+ users" as long as there are more than those. A million rows are not counted for a heading. */
export const countedSoFar = (
  list: { items: readonly unknown[]; hasNextPage: boolean },
  thing: string,
  things = `${thing}s`,
) =>
  list.hasNextPage ? `${list.items.length.toLocaleString('en')}+ ${things}` : counted(list.items.length, thing, things);
