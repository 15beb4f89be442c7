import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiPage } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** More than this nobody changes at once; a search narrows it down. */
export const SELECTED_MAX = 100_000;

interface Search {
  q: string;
  signal: AbortSignal;
  onFound: (count: number) => void;
}

/** A page can be short or empty before the end: only a missing cursor says that there are no more. */
async function matchingIds({ q, signal, onFound }: Search) {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await apiPage('GET /api/admin/users/ids', { query: { q, cursor } }, signal);
    for (const id of page.items) if (ids.size < SELECTED_MAX) ids.add(id);
    onFound(ids.size);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.size < SELECTED_MAX);
  return ids;
}

/** Finds everybody who matches, also those that are not in the list yet. */
export function useMatchingIds(q: string, onSelected: (ids: ReadonlySet<string>) => void) {
  const [found, setFound] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: (signal: AbortSignal) => matchingIds({ q, signal, onFound: setFound }),
    onSuccess: (ids, signal) => {
      if (!signal.aborted) onSelected(ids);
    },
    onError: (error, signal) => {
      if (signal.aborted) return;
      const description = sentenceOf(error, 'Failed to find everybody who matches');
      toast({ title: 'Error', description, variant: 'error' });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search makes the one under way pointless
  useEffect(() => () => running.current?.abort(), [q]);
  return {
    found,
    isFinding: isPending,
    find: () => {
      running.current?.abort();
      running.current = new AbortController();
      setFound(0);
      mutate(running.current.signal);
    },
    stop: () => {
      running.current?.abort();
      reset();
    },
  };
}

export type MatchingIds = ReturnType<typeof useMatchingIds>;
