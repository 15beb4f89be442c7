import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { UserAccount } from '../../../contract/users/users.ts';
import { displayName, secondLine } from '../user-names.ts';
import { api } from './api.ts';
import { apiPage } from './api-admin.ts';

const FOUND_MOST = 20;

const optionOf = (user: UserAccount) => ({
  id: user.id,
  name: displayName(user),
  detail: secondLine(user),
});

/** A short page may not be the last: only a missing cursor is. */
async function findUsers(q: string, role: Role | undefined, signal: AbortSignal) {
  const found: UserAccount[] = [];
  let cursor: string | undefined;
  do {
    const page = await apiPage('GET /api/admin/users', { query: { q, role, limit: FOUND_MOST, cursor } }, signal);
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < FOUND_MOST);
  return { options: found.slice(0, FOUND_MOST).map(optionOf), hasMore: cursor !== undefined };
}

interface Wanted {
  isWanted?: boolean;
  role?: Role | undefined;
}

export const useFoundUsers = (q: string, { isWanted = true, role }: Wanted = {}) =>
  useQuery({
    queryKey: ['/api/admin/users', 'find', q, role],
    queryFn: ({ signal }) => findUsers(q, role, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const useLinkedUser = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['/api/admin/users', id, 'named'],
    queryFn: async () => optionOf(await api('GET /api/admin/users/:id/details', { params: { id } })),
    enabled: wanted,
    gcTime: 0,
  });
