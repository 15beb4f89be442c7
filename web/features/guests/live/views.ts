import { useState } from 'react';
import type * as z from 'zod';
import { GUEST_VIEWS, type GuestView } from '../../../../contract/guests/guests.rules.ts';
import type { countGuests } from '../../../../contract/guests/guests.ts';
import { useSearchParam } from '../../../lib/url/use-search-param.ts';

export type GuestCounts = z.output<typeof countGuests.answer>;

interface ViewWords {
  name: string;
  count: keyof GuestCounts;
  /** Shown if the view is empty. */
  empty: string;
  hint: string;
}

export const viewWords: Record<GuestView, ViewWords> = {
  'needs-help': {
    name: 'Needs help',
    count: 'needsHelp',
    empty: 'Nobody needs help right now',
    hint: 'Guests who ask for help or get stuck appear here, the most urgent first.',
  },
  here: {
    name: 'Here now',
    count: 'here',
    empty: 'Nobody is here right now',
    hint: 'Guests appear here as soon as they open the first page.',
  },
  verified: {
    name: 'Verified',
    count: 'verified',
    empty: 'Nobody has been verified in the last 24 hours',
    hint: 'Guests whose code was accepted appear here.',
  },
  all: {
    name: 'All',
    count: 'all',
    empty: 'No guests in the last 24 hours',
    hint: 'Guests appear here as soon as they open the first page.',
  },
};

const isView = (text: string): text is GuestView => GUEST_VIEWS.some((view) => view === text);

export const defaultView = (counts: GuestCounts | undefined): GuestView =>
  counts && counts.needsHelp > 0 ? 'needs-help' : 'here';

/** The view in the URL, or one chosen once from the counts: it must not change under a reader. */
export function useView(counts: { data: GuestCounts | undefined; isPending: boolean }) {
  const [text, setText] = useSearchParam('view');
  const [decided, setDecided] = useState<GuestView | null>(null);
  if (decided === null && !counts.isPending) setDecided(defaultView(counts.data));
  return [isView(text) ? text : decided, setText] as const;
}
