import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import type { NewUserInput } from '../../../contract/users.ts';
import { api } from '../../lib/api.ts';
import { useListChanges } from './list-query.ts';

export type NewUserForm = z.input<typeof NewUserInput>;

export function useCreateUser() {
  const { renew } = useListChanges();
  return useMutation({
    mutationFn: (body: NewUserForm) => api('POST /api/admin/users', { body }),
    onSuccess: () => {
      renew();
    },
  });
}
