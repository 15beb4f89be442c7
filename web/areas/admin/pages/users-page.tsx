import { Users } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const UsersPage = () => (
  <EmptyState icon={Users} title="No user list yet">
    Accounts will appear here with their status, role and last activity.
  </EmptyState>
);
