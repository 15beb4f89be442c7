import { Bell } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const NotificationsPage = () => (
  <EmptyState icon={Bell} title="No notifications yet">
    Sign-ins, page views and profile updates will appear here as they happen.
  </EmptyState>
);
