import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPage, apiPatiently } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { useLogChanges } from './log-query.ts';

/** As many as a page can have, and fewer than one call takes. */
const AT_ONCE = 1000;

type Batches = AsyncIterable<readonly string[]>;

async function* inBatches(ids: readonly string[]): Batches {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE);
}

/** Everything from the newest entry back. What is recorded meanwhile is newer and stays. */
async function* everything(): Batches {
  const { signal } = new AbortController();
  let cursor: string | null = null;
  do {
    const query = { limit: AT_ONCE, cursor: cursor ?? undefined };
    const page: Awaited<ReturnType<typeof apiPage<'GET /api/admin/guest-logs'>>> = await apiPage(
      'GET /api/admin/guest-logs',
      { query },
      signal,
    );
    if (page.items.length > 0) yield page.items.map(({ id }) => id);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

const countWords = (count: number) => `Successfully deleted ${count.toLocaleString('en')} activity logs.`;

/** Deletes the given entries, or all there are. `onDeleted` is told of each batch. */
export function useDeleteLogs() {
  const log = useLogChanges();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (ids: readonly string[] | 'all') => {
      let deleted = 0;
      setDone(0);
      for await (const logIds of ids === 'all' ? everything() : inBatches(ids)) {
        const answer = await apiPatiently('DELETE /api/admin/guest-logs', { body: { logIds: [...logIds] } });
        deleted += answer.deletedCount;
        setDone(deleted);
        await log.drop(logIds);
      }
      return deleted;
    },
    onSuccess: (count) => toast({ title: 'Logs Deleted', description: countWords(count), variant: 'success' }),
    onError: (error) => {
      const description = sentenceOf(error, 'The activity logs could not be deleted. Please try again.');
      toast({ title: 'Delete Failed', description, variant: 'error' });
    },
    onSettled: log.refresh,
  });
  return { ...mutation, done };
}
