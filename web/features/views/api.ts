import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { VIEW_PATHS, type ViewPath } from '../../../contract/views/views.rules.ts';
import type { SavedView, SavedViewInput } from '../../../contract/views/views.ts';
import { api } from '../../lib/api/api.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

const viewsKey = ['/api/admin/views'];

/** Which panel is open is not part of a view. */
const PANELS = ['user', 'guest', 'entry', 'address', 'add'];

export const viewPath = (path: string): ViewPath | null => VIEW_PATHS.find((known) => known === path) ?? null;

export function filtersIn(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of PANELS) params.delete(name);
  return params.toString();
}

export const viewUrl = ({ path, query }: Pick<SavedView, 'path' | 'query'>) => `${path}?${query}`;

export const useViews = () =>
  useQuery({ queryKey: viewsKey, queryFn: () => api('GET /api/admin/views'), refetchOnMount: 'always' });

export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SavedViewInput) => api('POST /api/admin/views', { body }),
    onSuccess: ({ name }) => {
      toastSuccess('View saved', name);
      return queryClient.invalidateQueries({ queryKey: viewsKey });
    },
    onError: (error) => toastFailure('View not saved', error, 'Please try again'),
  });
}

export function useRemoveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedView) => api('DELETE /api/admin/views/:id', { params: { id } }),
    onError: (error) => toastFailure('View not removed', error, 'Please try again'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsKey }),
  });
}
