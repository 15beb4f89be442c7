import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';

export const useSendTest = () =>
  useMutation({
    mutationFn: (type: 'user_login' | 'page_view') => api('POST /api/admin/test-notification', { body: { type } }),
    onSuccess: () =>
      toast({
        title: 'Test notification sent',
        description: 'Check the notification dropdown for the new alert',
        variant: 'success',
      }),
    onError: (error) =>
      toast({
        title: 'Failed to send notification',
        description: sentenceOf(error, 'Please try again in a moment.'),
        variant: 'error',
      }),
  });
