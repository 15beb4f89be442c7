import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { User } from '../../../contract/users.ts';
import { api } from '../../lib/api.ts';
import { apiPage } from '../../lib/api-admin.ts';
import type { ComboboxOption } from '../../ui/fields/combobox.tsx';
import { displayName, secondLine } from '../users/display-name.ts';

const LIMIT = 20;

type Person = Pick<User, 'id' | 'username' | 'email' | 'firstName' | 'lastName'>;

const optionOf = (user: Person): ComboboxOption => ({
  id: user.id,
  name: displayName(user),
  detail: secondLine(user),
});

/** A page can be short or empty before the end: only a missing cursor says that there are no more. */
async function find(q: string, signal: AbortSignal) {
  const found: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await apiPage('GET /api/admin/users', { query: { q, limit: LIMIT, cursor } }, signal);
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < LIMIT);
  return { options: found.slice(0, LIMIT).map(optionOf), hasMore: cursor !== undefined };
}

export const useFoundUsers = (q: string) =>
  useQuery({
    queryKey: ['/api/admin/users', 'find', q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The user that the address names. Of the answer only this is kept: there can be a password in the rest. */
export const useLinkedUser = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['/api/admin/users', id, 'named'],
    queryFn: async () => optionOf(await api('GET /api/admin/users/:id/details', { params: { id } })),
    enabled: wanted,
    gcTime: 0,
  });
