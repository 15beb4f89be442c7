import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role, Status } from '../../../contract/users.rules.ts';
import type { User } from '../../../contract/users.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { refreshDetails } from './details-query.ts';
import { useListChanges } from './list-query.ts';

/** What somebody wants to do with one user, before they have confirmed it. */
export type Change = { user: User } & (
  | { kind: 'status'; status: Status }
  | { kind: 'role'; role: Role }
  | { kind: 'delete' }
);

const sentences = {
  status: { done: 'User status updated successfully', failed: 'Failed to update user status' },
  role: { done: 'User role updated successfully', failed: 'Failed to update user role' },
  delete: { done: 'User deleted successfully', failed: 'Failed to delete user' },
};

/** The user as it is now; null when it is no more. */
async function carryOut(change: Change) {
  const params = { id: change.user.id };
  switch (change.kind) {
    case 'status':
      return api('PATCH /api/admin/users/:id/status', { params, body: { status: change.status } });
    case 'role':
      return api('PATCH /api/admin/users/:id/role', { params, body: { role: change.role } });
    case 'delete':
      await api('DELETE /api/admin/users/:id', { params });
      return null;
  }
}

export function useChangeUser() {
  const queryClient = useQueryClient();
  const list = useListChanges();
  return useMutation({
    mutationFn: carryOut,
    onSuccess: (user, { kind, user: { id } }) => {
      if (user) {
        list.replace(user);
        refreshDetails(queryClient, id, user);
      } else {
        list.remove(new Set([id]));
      }
      toast({ title: 'Success', description: sentences[kind].done, variant: 'success' });
    },
    onError: (error, { kind }) =>
      toast({ title: 'Error', description: sentenceOf(error, sentences[kind].failed), variant: 'error' }),
  });
}
