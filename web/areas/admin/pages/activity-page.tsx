import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const ActivityPage = () => (
  <EmptyState icon={ScrollText} title="No activity list yet">
    Sign-ins, page views and what admins did will appear here.
  </EmptyState>
);
