import { LayoutDashboard } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const DashboardPage = () => (
  <EmptyState icon={LayoutDashboard} title="No figures yet">
    Counters, recent activity and quick actions will appear here.
  </EmptyState>
);
