import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Guest } from '../../../contract/guest-activity.ts';
import { api } from '../../lib/api.ts';
import { pollEvery } from '../../lib/refetch.ts';

const EVERY = 5000;

export const guestsKey = ['/api/admin/guests'];

/** The socket says when something changed; asking now and then is for when it is silent. */
export const useGuests = () =>
  useQuery({
    queryKey: guestsKey,
    queryFn: () => api('GET /api/admin/guests'),
    refetchInterval: pollEvery(EVERY),
    refetchOnMount: 'always',
  });

/** What a guest is sent is known here before the server lists it; an answer that is older must not take it back. */
export async function noteWaiting(queryClient: QueryClient, ip: string, waiting: Partial<Guest['waiting']>) {
  await queryClient.cancelQueries({ queryKey: guestsKey });
  queryClient.setQueryData<Guest[]>(guestsKey, (guests) =>
    guests?.map((guest) => (guest.ipAddress === ip ? { ...guest, waiting: { ...guest.waiting, ...waiting } } : guest)),
  );
  await queryClient.invalidateQueries({ queryKey: guestsKey });
}
