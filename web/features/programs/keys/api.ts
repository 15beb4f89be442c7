import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, NewKeyInput } from '../../../../contract/programs/keys.ts';
import { api } from '../../../lib/api/api.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const keysKey = ['/api/admin/api-keys'];

export const useApiKeys = () =>
  useQuery({ queryKey: keysKey, queryFn: () => api('GET /api/admin/api-keys'), refetchOnMount: 'always' });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keysKey });
}

export function useMakeKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewKeyInput) => api('POST /api/admin/api-keys', { body }),
    onSuccess: refresh,
  });
}

export function useConfirmKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => api('POST /api/admin/api-keys/:id/confirm', { params: { id } }),
    onSuccess: ({ name }) => toastSuccess('API key confirmed', `${name} opens all its scopes now.`),
    onError: (error) => toastFailure('Not confirmed', error, 'Please try again'),
    onSettled: refresh,
  });
}

export function useEndKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => api('DELETE /api/admin/api-keys/:id', { params: { id } }),
    onSuccess: (_, { name }) => toastSuccess('API key ended', `${name} no longer works.`),
    onError: (error) => toastFailure('Not ended', error, 'Please try again'),
    onSettled: refresh,
  });
}
