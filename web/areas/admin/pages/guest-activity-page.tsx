import { Footprints } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const GuestActivityPage = () => (
  <EmptyState icon={Footprints} title="No guest list yet">
    Guests and the pages they visit will appear here.
  </EmptyState>
);
