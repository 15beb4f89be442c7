/** For staff. Guests and users poll in other files. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Redirect, RedirectFilter, RedirectInput } from '../../../contract/redirects/redirects.ts';
import { api } from '../../lib/api/api.ts';
import { apiWithLongTimeout } from '../../lib/api/api-admin.ts';
import { ApiError, sentenceOf } from '../../lib/api/api-error.ts';
import { changeListed, usePagedList } from '../../lib/api/paged-list.ts';
import { counted } from '../../ui/count.ts';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { withLeftOut } from './left-out.ts';

const LIST_KEY = ['/api/admin/redirects'];

export const useRedirects = () => usePagedList('GET /api/admin/redirects', {});

export function useRedirectChanges() {
  const queryClient = useQueryClient();
  return {
    remove: (id: string) =>
      changeListed<Redirect>(queryClient, LIST_KEY, (items) => items.filter((item) => item.id !== id)),
    renew: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  };
}

export type NewRedirect = z.input<typeof RedirectInput>;

const idOf = (error: unknown) => (error instanceof ApiError ? error.id : null);

export const describeFailure = (error: unknown) =>
  idOf(error) === 'redirect_cooldown'
    ? { title: 'Redirect Failed', description: 'Please wait 10 seconds before redirecting this guest again' }
    : { title: 'Error', description: sentenceOf(error, 'Failed to create redirect') };

/** Without its database the server can't say where the guest is. */
export const describeGuestFailure = (error: unknown) => ({
  title: 'Redirect Failed',
  description: idOf(error) === 'unavailable' ? 'Could not verify guest activity' : describeFailure(error).description,
});

export function useCreateRedirect() {
  const { renew } = useRedirectChanges();
  return useMutation({
    mutationFn: (body: NewRedirect) => api('POST /api/admin/redirects', { body }),
    onSuccess: ({ leftOut }) => {
      toastSuccess('Success', withLeftOut('Redirect created successfully', leftOut));
      renew();
    },
    onError: (error) => toast({ ...describeFailure(error), variant: 'error' }),
  });
}

export function useRemoveRedirect() {
  const { remove, renew } = useRedirectChanges();
  return useMutation({
    mutationFn: ({ id }: Redirect) => api('DELETE /api/admin/redirects/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      remove(id);
      toastSuccess('Success', 'Redirect removed successfully');
    },
    onError: (error) => {
      // The redirect may have been delivered meanwhile.
      renew();
      toastFailure('Error', error, 'Failed to remove redirect');
    },
  });
}

/** Never cached: the count changes by itself. */
export const useMatchCount = (filter: RedirectFilter) =>
  useQuery({
    queryKey: ['/api/admin/redirects/bulk', filter],
    queryFn: () => api('GET /api/admin/redirects/bulk', { query: { filter } }),
    staleTime: 0,
    gcTime: 0,
  });

export function useBulkRedirect() {
  const { renew } = useRedirectChanges();
  return useMutation({
    mutationFn: (body: { filter: RedirectFilter; destinationPath: string }) =>
      apiWithLongTimeout('POST /api/admin/redirects/bulk', { body }),
    onSuccess: ({ affected }) => {
      toastSuccess('Success', `Redirected ${counted(affected, 'user')}`);
      renew();
    },
    onError: (error) => toastFailure('Error', error, "Couldn't redirect the users. Please try again."),
  });
}
