import { useMutation } from '@tanstack/react-query';
import type { Redirect } from '../../../contract/redirects.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { useRedirectChanges } from './list-query.ts';

export function useRemoveRedirect() {
  const list = useRedirectChanges();
  return useMutation({
    mutationFn: ({ id }: Redirect) => api('DELETE /api/admin/redirects/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      list.remove(id);
      toast({ title: 'Success', description: 'Redirect removed successfully', variant: 'success' });
    },
    onError: (error) => {
      // It may have been delivered in the meantime.
      list.renew();
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to remove redirect'), variant: 'error' });
    },
  });
}
