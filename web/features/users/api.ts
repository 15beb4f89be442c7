import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { ROLES, type Role, type Status, type UserSort } from '../../../contract/users/users.rules.ts';
import type {
  EditUserInput,
  NewUserInput,
  UserDetails,
  UserFilter,
  UserListItem,
  UserSession,
} from '../../../contract/users/users.ts';
import { type Answer, api } from '../../lib/api/api.ts';
import { apiUpload, apiWithLongTimeout } from '../../lib/api/api-admin.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import {
  changeListed,
  PAGE_SIZE,
  type PagedList,
  type Pages,
  useListTotal,
  usePagedList,
} from '../../lib/api/paged-list.ts';
import { pollEvery } from '../../lib/api/refetch.ts';
import { currentUserKey } from '../../lib/portal.ts';
import { counted } from '../../ui/count.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

const LIST_KEY = ['/api/admin/users', 'list'];
const userKey = (id: string, ...part: string[]) => ['/api/admin/users', id, ...part];

const LATER_PAGES = 500;
/** A refetch takes at most five requests in a row. */
const REFRESHED_MAX = PAGE_SIZE + 4 * LATER_PAGES;
const SEEN_EVERY_MS = 30_000;
const HISTORY_LATEST = 10;
const RETRIES = 2;

/** No retry without access; other errors may go away. */
export const retryRule = (failures: number, error: Error) =>
  !(error instanceof ApiError && (error.status === 401 || error.status === 403)) && failures < RETRIES;

export const useUserList = (filter: UserFilter, sort: UserSort) =>
  usePagedList(
    'GET /api/admin/users',
    { ...filter, sort },
    { refetchedMax: REFRESHED_MAX, laterPageSize: LATER_PAGES, everyMs: SEEN_EVERY_MS, retry: retryRule },
  );

export type UserListState = PagedList<UserListItem>;

export const useUserTotal = (list: UserListState, filter: UserFilter) =>
  useListTotal(list, 'GET /api/admin/users/count', { query: filter });

/** `renew` also refetches long lists, for when there are new rows. */
function useUserCache() {
  const queryClient = useQueryClient();
  const changeUsers = (change: (users: UserListItem[]) => UserListItem[]) =>
    changeListed(queryClient, LIST_KEY, change);
  const isRefreshed = ({ state }: Query) =>
    ((state.data as Pages<UserListItem> | undefined)?.items.length ?? 0) <= REFRESHED_MAX;
  return {
    patch: (ids: ReadonlySet<string>, patch: Partial<UserListItem>) =>
      changeUsers((users) => users.map((user) => (ids.has(user.id) ? { ...user, ...patch } : user))),
    remove: (ids: ReadonlySet<string>) => changeUsers((users) => users.filter(({ id }) => !ids.has(id))),
    refresh: () => void queryClient.invalidateQueries({ queryKey: LIST_KEY, predicate: isRefreshed }),
    renew: () => void queryClient.invalidateQueries({ queryKey: LIST_KEY }),
    patchPanel: (id: string, patch: Partial<UserListItem>) =>
      queryClient.setQueryData<UserDetails>(userKey(id, 'details'), (known) => known && { ...known, ...patch }),
    refreshPanel: (id: string) => queryClient.invalidateQueries({ queryKey: userKey(id) }),
    refreshSelf: () => queryClient.invalidateQueries({ queryKey: currentUserKey }),
  };
}

const whileOpen = { staleTime: 0, gcTime: 0 };

export const useUserDetails = (id: string) =>
  useQuery({
    ...whileOpen,
    queryKey: userKey(id, 'details'),
    queryFn: () => api('GET /api/admin/users/:id/details', { params: { id } }),
    refetchInterval: pollEvery(SEEN_EVERY_MS),
  });

export const useLoginHistory = (id: string) =>
  useQuery({
    ...whileOpen,
    queryKey: userKey(id, 'login-history'),
    queryFn: () => api('GET /api/admin/users/:id/login-history', { params: { id } }),
    select: (entries) => entries.slice(0, HISTORY_LATEST),
  });

export const useUserSessions = (id: string) =>
  useQuery({
    ...whileOpen,
    queryKey: userKey(id, 'sessions'),
    queryFn: () => api('GET /api/admin/users/:id/sessions', { params: { id } }),
    refetchInterval: pollEvery(SEEN_EVERY_MS),
  });

export type NewUser = z.input<typeof NewUserInput>;
export type CreatedUser = Answer<'POST /api/admin/users'>;

export function useCreateUser() {
  const { renew } = useUserCache();
  return useMutation({
    mutationFn: (body: NewUser) => api('POST /api/admin/users', { body }),
    onSuccess: renew,
  });
}

export type UserAction = Status | Role | 'delete';

export const isRole = (action: UserAction): action is Role => ROLES.some((role) => role === action);

export function requestOf(action: UserAction) {
  if (action === 'delete') return { action } as const;
  return isRole(action) ? ({ action: 'role', value: action } as const) : ({ action: 'status', value: action } as const);
}

export interface UserChange {
  user: UserListItem;
  action: UserAction;
}

const changeSentences = {
  status: { done: 'User status updated successfully', failed: 'Failed to update user status' },
  role: { done: 'User role updated successfully', failed: 'Failed to update user role' },
  delete: { done: 'User deleted successfully', failed: 'Failed to delete user' },
};

const sentencesOf = ({ action }: UserChange) => changeSentences[requestOf(action).action];

const OUT = { online: false };

interface ChangedUser {
  /** Null if the user was deleted. */
  user: Partial<UserListItem> | null;
  /** Set if a user became staff. */
  temporaryPassword?: string | undefined;
}

async function changeUser({ user: { id }, action }: UserChange): Promise<ChangedUser> {
  const params = { id };
  const request = requestOf(action);
  switch (request.action) {
    case 'status': {
      const user = await api('PATCH /api/admin/users/:id/status', { params, body: { status: request.value } });
      return { user: { ...user, ...OUT } };
    }
    case 'role': {
      const body = { role: request.value };
      const { temporaryPassword, ...user } = await api('PATCH /api/admin/users/:id/role', { params, body });
      return { user: { ...user, ...OUT }, temporaryPassword };
    }
    case 'delete':
      await api('DELETE /api/admin/users/:id', { params });
      return { user: null };
  }
}

export function useChangeUser() {
  const cache = useUserCache();
  return useMutation({
    // A temporary password must not stay in the cache.
    gcTime: 0,
    mutationFn: changeUser,
    onSuccess: ({ user: changed }, change) => {
      const { id } = change.user;
      if (changed) {
        cache.patch(new Set([id]), changed);
        cache.patchPanel(id, changed);
        cache.refreshPanel(id);
      } else {
        cache.remove(new Set([id]));
      }
      toastSuccess('Success', sentencesOf(change).done);
    },
    onError: (error, change) => toastFailure('Error', error, sentencesOf(change).failed),
  });
}

export type UserEdit = z.input<typeof EditUserInput>;

export function useEditUser(id: string) {
  const cache = useUserCache();
  return useMutation({
    mutationFn: (body: UserEdit) => api('PATCH /api/admin/users/:id', { params: { id }, body }),
    onSuccess: (user) => {
      cache.patch(new Set([id]), user);
      cache.refresh();
      cache.refreshPanel(id);
      cache.refreshSelf();
      toastSuccess('Success', 'User updated successfully');
    },
  });
}

export function useResetPassword(id: string) {
  const cache = useUserCache();
  return useMutation({
    mutationFn: (sendByMail: boolean) =>
      api('POST /api/admin/users/:id/reset-password', { params: { id }, body: { sendByMail } }),
    onSuccess: () => {
      cache.patch(new Set([id]), OUT);
      cache.refreshPanel(id);
    },
    onError: (error) => toastFailure('Error', error, "Couldn't reset the password. Please try again."),
  });
}

export function useResetSecondFactor(id: string) {
  const cache = useUserCache();
  return useMutation({
    mutationFn: () => api('DELETE /api/admin/users/:id/second-factor', { params: { id } }),
    onSuccess: () => {
      cache.patch(new Set([id]), OUT);
      toastSuccess('Success', 'Second factor reset');
    },
    onError: (error) => toastFailure('Error', error, "Couldn't reset the second factor. Please try again."),
    onSettled: () => cache.refreshPanel(id),
  });
}

export function useTemporaryPassword(id: string) {
  const { refreshPanel } = useUserCache();
  return useMutation({
    gcTime: 0,
    mutationFn: () => api('POST /api/admin/users/:id/temporary-password', { params: { id } }),
    onError: (error) => {
      if (error instanceof ApiError && error.id === 'no_temporary_password') refreshPanel(id);
    },
  });
}

export function useEndSessions(id: string) {
  const { refreshPanel } = useUserCache();
  return useMutation({
    mutationFn: async (session: UserSession | 'all') => {
      if (session === 'all') return (await api('DELETE /api/admin/users/:id/sessions', { params: { id } })).ended;
      await api('DELETE /api/admin/users/:id/sessions/:sessionId', { params: { id, sessionId: session.id } });
      return 1;
    },
    onSuccess: (ended) => toastSuccess('Success', `${counted(ended, 'session')} ended`),
    onError: (error) => toastFailure('Error', error, "Couldn't end the session. Please try again."),
    onSettled: () => refreshPanel(id),
  });
}

/** Changes all or none. `needs_auth` patches no status, because suspended users may stay suspended. */
export function useBulkAction(onDone: (ids: ReadonlySet<string>) => void) {
  const cache = useUserCache();
  return useMutation({
    mutationFn: ({ ids, action }: { ids: ReadonlySet<string>; action: UserAction }) =>
      apiWithLongTimeout('POST /api/admin/users/bulk-action', { body: { userIds: [...ids], ...requestOf(action) } }),
    onSuccess: ({ affected }, { ids, action }) => {
      const request = requestOf(action);
      const updatedAt = new Date().toISOString();
      if (request.action === 'delete') cache.remove(ids);
      else if (request.action === 'role') cache.patch(ids, { role: request.value, updatedAt });
      else if (request.value !== 'needs_auth') cache.patch(ids, { status: request.value, updatedAt });
      onDone(ids);
      toastSuccess('Bulk Operation Complete', `Successfully updated ${affected.toLocaleString('en')} users`);
    },
    onError: (error) => toastFailure('Bulk Operation Failed', error, 'Failed to perform bulk operation'),
    onSettled: cache.refresh,
  });
}

export const useRefreshUserLists = () => useUserCache().refresh;

export type ImportReport = Answer<'POST /api/admin/users/import'>;

/** Dry run on a copy, because the file may change on disk. */
export const useImportCheck = (file: File | null, sendByMail: boolean, contents: Blob | null = file) =>
  useQuery({
    queryKey: ['/api/admin/users/import', file?.name, file?.size, file?.lastModified, sendByMail],
    queryFn: async ({ signal }) => {
      const copy = new Blob(contents ? [await contents.arrayBuffer()] : []);
      const query = { dryRun: 'true', sendByMail: `${sendByMail}` } as const;
      const report = await apiUpload('POST /api/admin/users/import', { query, body: copy }, signal);
      return { copy, report };
    },
    enabled: file !== null,
    gcTime: 0,
  });

export function useImport() {
  const { renew } = useUserCache();
  return useMutation({
    mutationFn: ({ contents, sendByMail }: { contents: Blob; sendByMail: boolean }) =>
      apiUpload('POST /api/admin/users/import', { query: { sendByMail: `${sendByMail}` }, body: contents }),
    onSettled: renew,
  });
}
