import { useMutation, useQuery } from '@tanstack/react-query';
import type { RedirectFilter } from '../../../contract/redirects.ts';
import { api } from '../../lib/api.ts';
import { apiPatiently } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { counted } from '../../ui/count.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { useRedirectChanges } from './list-query.ts';

/** How many a filter means. It changes by itself, so it is asked for whenever it is shown. */
export const useMatchCount = (filter: RedirectFilter) =>
  useQuery({
    queryKey: ['/api/admin/redirects/bulk', filter],
    queryFn: () => api('GET /api/admin/redirects/bulk', { query: { filter } }),
    staleTime: 0,
    gcTime: 0,
  });

interface Bulk {
  filter: RedirectFilter;
  destinationPath: string;
}

export function useBulkRedirect() {
  const { renew } = useRedirectChanges();
  return useMutation({
    mutationFn: (body: Bulk) => apiPatiently('POST /api/admin/redirects/bulk', { body }),
    onSuccess: ({ affected }) => {
      toast({ title: 'Success', description: `Redirected ${counted(affected, 'user')}`, variant: 'success' });
      renew();
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to redirect the users'), variant: 'error' }),
  });
}
