import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { refreshDetails } from './details-query.ts';

export function useResetPassword(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sendByMail: boolean) =>
      api('POST /api/admin/users/:id/reset-password', { params: { id }, body: { sendByMail } }),
    onSuccess: () => refreshDetails(queryClient, id),
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to reset the password'), variant: 'error' }),
  });
}
