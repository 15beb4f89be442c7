import { Bell, Eye, LogIn, MailOpen } from 'lucide-react';
import { Figures } from '../../ui/figures.tsx';
import { useCounts, useUnreadCount } from './queries.ts';

export function Counters() {
  const { data, isError, isFetching, refetch } = useCounts();
  // Counted in the bell as well; the two must never differ.
  const { data: unread = data?.unread } = useUnreadCount();
  return (
    <Figures
      label="Counters"
      failure={isError && !data ? { pending: isFetching, onRetry: refetch } : null}
      figures={[
        { icon: Bell, label: 'Total', value: data?.total },
        { icon: MailOpen, label: 'Unread', value: unread },
        { icon: LogIn, label: 'Logins Today', value: data?.loginsToday },
        { icon: Eye, label: 'Page Views Today', value: data?.pageViewsToday },
      ]}
    />
  );
}
