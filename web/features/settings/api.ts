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

function useChange<Input>(mutationFn: (input: Input) => Promise<Settings>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (saved) => queryClient.setQueryData(settingsKey, saved) });
}

export const useSaveSettings = () =>
  useChange((body: z.input<typeof SettingsInput>) => api('POST /api/admin/settings', { body }));

export const useDecideProposal = (what: 'confirm' | 'withdraw') =>
  useChange((id: string) => api(`POST /api/admin/settings/proposals/:id/${what}`, { params: { id } }));

export const useTestChat = () =>
  useMutation({
    mutationFn: (body: z.input<(typeof testChat)['body']>) => api('POST /api/admin/settings/test-chat', { body }),
  });
