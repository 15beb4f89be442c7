import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { leaveIfSignedOut } from '../leave-to-sign-in.ts';
import { keepErrorWhileRefetching } from './refetch.ts';

export const queryClient = new QueryClient({
  queryCache: keepErrorWhileRefetching(new QueryCache({ onError: leaveIfSignedOut })),
  mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
    },
    mutations: { retry: false },
  },
});
