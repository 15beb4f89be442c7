import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { api, type Options } from '../../lib/api/api.ts';
import { isSignedOut } from '../../lib/api/api-error.ts';
import { expectSignedOut, signInPage, signInUrl } from '../../lib/leave-to-sign-in.ts';
import { messages } from '../../lib/messages.ts';
import { currentUserKey, usePortal } from '../../lib/portal.ts';
import { toast, toastFailure } from '../../ui/overlays/toast.ts';

/** Not used by the sign-in form, which must not download the query library. */

const CURRENT_USER_FRESH_MS = 5 * 60_000;
const LOGOUT_DELAY = 500;

export function useCurrentUser() {
  const { user } = usePortal();
  return useQuery({
    queryKey: currentUserKey,
    queryFn: () =>
      api('GET /api/auth/user').catch((error: unknown) => {
        if (isSignedOut(error)) return null;
        throw error;
      }),
    initialData: user,
    staleTime: CURRENT_USER_FRESH_MS,
  });
}

const logout = {
  mutationFn: () => api('POST /api/auth/logout'),
  onMutate: () => expectSignedOut(true),
};

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...logout,
    onSuccess: () => {
      toast({ title: messages().signedIn.signOut.done, variant: 'success', acrossPages: true });
      queryClient.clear();
      setTimeout(() => location.assign(signInPage()), LOGOUT_DELAY);
    },
    onError: () => {
      expectSignedOut(false);
      const { shared, signedIn } = messages();
      toast({ title: signedIn.signOut.failed, description: shared.pleaseTryAgain, variant: 'error' });
    },
  });
}

/** The sign-in page shows `why`. It is not in the URL, where anyone could write it. */
export function useReLogin(role: Role, why: string | null) {
  return useMutation({
    ...logout,
    onSuccess: () => {
      if (why !== null) toast({ title: messages().account.reLogin.title, description: why, acrossPages: true });
      location.replace(signInUrl(isStaff(role) ? '/admin/login' : '/auth', 're-login'));
    },
    onError: () => expectSignedOut(false),
  });
}

const own = { call: 'POST /api/auth/change-password', done: 'own' } as const;
const passwordCalls = {
  own,
  first: own,
  admin: { call: 'POST /api/admin/change-password', done: 'admin' },
} as const;

type PasswordChange = Options<'POST /api/auth/change-password'>['body'];

export const useChangePassword = (kind: keyof typeof passwordCalls) =>
  useMutation({
    mutationFn: (body: PasswordChange) => api(passwordCalls[kind].call, { body }),
    onSuccess: () => {
      const { changed } = messages().signedIn.password;
      const description = changed[passwordCalls[kind].done];
      toast({ title: changed.title, description, variant: 'success', acrossPages: true });
    },
    onError: (error) => {
      const { shared, signedIn } = messages();
      toastFailure(signedIn.password.notChanged, error, shared.pleaseTryAgain);
    },
  });
