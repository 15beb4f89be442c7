import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BULK_MAX, type User } from '../../../contract/users.ts';
import { apiPatiently } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { counted } from '../../ui/count.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { type BulkChoice, bulkInput } from './bulk-choice.ts';
import { inChunks } from './in-chunks.ts';
import { useListChanges } from './list-query.ts';

const patchOf = (choice: Exclude<BulkChoice, 'delete'>): Partial<User> => {
  const updatedAt = new Date().toISOString();
  return choice === 'user' || choice === 'admin' ? { role: choice, updatedAt } : { status: choice, updatedAt };
};

interface Bulk {
  choice: BulkChoice;
  ids: ReadonlySet<string>;
}

/**
 * One call changes all or none, but takes only so many: more go one call after the other. When one of
 * them fails, those before it are done; `onPart` tells which.
 */
export function useBulkAction(onPart: (ids: ReadonlySet<string>) => void) {
  const list = useListChanges();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ choice, ids }: Bulk) => {
      let affected = 0;
      let sent = 0;
      setDone(0);
      try {
        for (const userIds of inChunks([...ids], BULK_MAX)) {
          const answer = await apiPatiently('POST /api/admin/users/bulk-action', { body: bulkInput(choice, userIds) });
          affected += answer.affected;
          sent += userIds.length;
          setDone(sent);
          const part = new Set(userIds);
          if (choice === 'delete') list.remove(part);
          else list.change(part, patchOf(choice));
          onPart(part);
        }
      } catch (error) {
        const before = sent > 0 ? ` ${counted(affected, 'user')} had been updated before.` : '';
        const description = sentenceOf(error, 'Failed to perform bulk operation') + before;
        toast({ title: 'Bulk Operation Failed', description, variant: 'error' });
        throw error;
      }
      return affected;
    },
    onSuccess: (affected) => {
      const description = `Successfully updated ${affected.toLocaleString('en')} users`;
      toast({ title: 'Bulk Operation Complete', description, variant: 'success' });
    },
    onSettled: () => {
      list.refresh();
    },
  });
  return { ...mutation, done };
}
