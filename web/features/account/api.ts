import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnProfile, ProfileInput, Terms } from '../../../contract/account/account.ts';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { currentUserKey } from '../../lib/portal.ts';

const profileKey = ['/api/user/profile'];
const termsKey = ['/api/user/terms'];

/** Always refetched: a form with stale values would save them again. */
const FORGOTTEN_WHEN_LEFT = { gcTime: 0 };

export const useOwnProfile = () =>
  useQuery({ queryKey: profileKey, queryFn: () => api('GET /api/user/profile'), ...FORGOTTEN_WHEN_LEFT });

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileInput) => api('PATCH /api/user/profile', { body }),
    onSuccess: (profile: OwnProfile) => {
      queryClient.setQueryData(profileKey, profile);
      const { firstName, lastName } = profile;
      queryClient.setQueryData<CurrentUser | null>(currentUserKey, (user) => user && { ...user, firstName, lastName });
    },
  });
}

export const useTerms = () =>
  useQuery({ queryKey: termsKey, queryFn: () => api('GET /api/user/terms'), ...FORGOTTEN_WHEN_LEFT });

export const haveTermsChanged = (error: unknown) => error instanceof ApiError && error.id === 'terms_changed';

export function useAcceptTerms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => api('POST /api/user/terms/accept', { body: { version } }),
    onSuccess: (terms: Terms) => queryClient.setQueryData(termsKey, terms),
    // Returned, so that the button stays busy until the new terms are loaded.
    onError: (error) => (haveTermsChanged(error) ? queryClient.invalidateQueries({ queryKey: termsKey }) : undefined),
  });
}

export const useSecurityCheck = () =>
  useMutation({ mutationFn: (password: string) => api('POST /api/user/security-check', { body: { password } }) });
