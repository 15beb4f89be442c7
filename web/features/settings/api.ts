import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Settings, SettingsInput, testChat } from '../../../contract/settings/settings.ts';
import { api } from '../../lib/api/api.ts';

const settingsKey = ['/api/admin/settings'];

export const useSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: () => api('GET /api/admin/settings'),
    // Always refetched: a form with stale values would save them again.
    gcTime: 0,
  });

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof SettingsInput>) => api('POST /api/admin/settings', { body }),
    onSuccess: (saved: Settings) => queryClient.setQueryData(settingsKey, saved),
  });
}

export function useDecideProposal(what: 'confirm' | 'withdraw') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`POST /api/admin/settings/proposals/:id/${what}`, { params: { id } }),
    onSuccess: (saved: Settings) => queryClient.setQueryData(settingsKey, saved),
  });
}

export const useTestChat = () =>
  useMutation({
    mutationFn: (body: z.input<(typeof testChat)['body']>) => api('POST /api/admin/settings/test-chat', { body }),
  });
