import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import { instantsOf, parseDay } from '../../../lib/days.ts';
import { urlFilters, type WholeQuery } from '../../../lib/url/url-filters.ts';

/** The API's filters, as they are in the page's URL. */
export type Filters = Record<keyof VerifiedQuery, string>;

export const {
  none: NO_FILTERS,
  isFiltered,
  use: useFilters,
} = urlFilters<Filters>({ q: (text) => text, from: parseDay, to: parseDay });

export const queryOf = ({ q, ...days }: Filters): WholeQuery<VerifiedQuery> => ({
  q: q.trim() || undefined,
  ...instantsOf(days),
});
