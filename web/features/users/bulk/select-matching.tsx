import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/api-error.ts';
import { TextButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { findMatchingIds } from '../api.ts';

/** The search for everybody who matches; another `q` ends it. */
export function useMatchingIds(q: string, onSelected: (ids: ReadonlySet<string>) => void) {
  const [found, setFound] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: (signal: AbortSignal) => findMatchingIds(q, signal, setFound),
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

/** Offered when everybody in the list is selected and there are more who match. */
export const SelectMatching = ({ found, isFinding, find }: ReturnType<typeof useMatchingIds>) => (
  <p role="status" className="text-13 text-muted tabular-nums">
    {isFinding ? (
      `Finding everybody who matches… ${found.toLocaleString('en')}`
    ) : (
      <TextButton onClick={find}>Select all that match</TextButton>
    )}
  </p>
);
