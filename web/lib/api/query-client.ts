import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { leaveIfSignedOut } from '../leave-to-sign-in.ts';
import { keepErrorWhileRefetching } from './refetch.ts';

export const queryClient = new QueryClient({
  queryCache: keepErrorWhileRefetching(new QueryCache({ onError: leaveIfSignedOut })),
  mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  defaultOptions: {
    // Offline, requests fail at once: people see it now, and nothing is sent minutes later.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
