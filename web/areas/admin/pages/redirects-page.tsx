import { CornerUpRight } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const RedirectsPage = () => (
  <EmptyState icon={CornerUpRight} title="No redirects yet">
    Redirects for users and guests will be made and listed here.
  </EmptyState>
);
