import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import type { RedirectInput } from '../../../contract/redirects.ts';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { failureWords } from './failure-words.ts';
import { useRedirectChanges } from './list-query.ts';

export type NewRedirect = z.input<typeof RedirectInput>;

export function useCreateRedirect() {
  const { renew } = useRedirectChanges();
  return useMutation({
    mutationFn: (body: NewRedirect) => api('POST /api/admin/redirects', { body }),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Redirect created successfully', variant: 'success' });
      renew();
    },
    onError: (error) => toast({ ...failureWords(error), variant: 'error' }),
  });
}
