/** A list that is read from its newest end, of which more is loaded by scrolling. */
export interface LivePages<Item> {
  items: Item[];
  /** Where the older ones begin; null when there are none. */
  nextCursor: string | null;
}

export interface Listed {
  id: string;
  createdAt: string;
}

/** A page that stays open for days must not hold everything that ever happened. */
const KEPT_MAX = 5000;

/**
 * The newest page has been fetched again. Older ones stay below it as they are, unless so much has come
 * meanwhile that something between the two would be missing.
 */
export function withNewest<Item extends Listed>(
  known: LivePages<Item> | undefined,
  newest: LivePages<Item>,
): LivePages<Item> {
  const last = newest.items.at(-1);
  const first = known?.items[0];
  if (!known || !first || !last || newest.nextCursor === null || known.items.length > KEPT_MAX) return newest;
  if (first.createdAt < last.createdAt) return newest;
  const fresh = new Set(newest.items.map(({ id }) => id));
  const older = known.items.filter(({ id, createdAt }) => createdAt <= last.createdAt && !fresh.has(id));
  return older.length === 0 ? newest : { items: [...newest.items, ...older], nextCursor: known.nextCursor };
}

/** The page at `cursor` has been fetched. It is of no use when the list goes on elsewhere by now. */
export function withOlder<Item extends Listed>(
  known: LivePages<Item> | undefined,
  cursor: string,
  page: LivePages<Item>,
): LivePages<Item> | undefined {
  if (known?.nextCursor !== cursor) return known;
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], nextCursor: page.nextCursor };
}
