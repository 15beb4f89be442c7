import { Bell, CheckCheck, Eye, LogIn, MailOpen } from 'lucide-react';
import { maySeeNotification } from '../../../contract/notifications/notifications.rules.ts';
import { type LiveState, liveState } from '../../lib/live/live.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, compactClass } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Figures } from '../../ui/figures.tsx';
import { useCounts, useMarkRead, useSendTest, useUnreadCount } from './api.ts';

const liveStates: Record<LiveState, { dot: string; text: string }> = {
  connecting: { dot: 'border border-control', text: 'Connecting...' },
  connected: { dot: 'bg-success', text: 'Real-time updates active' },
  reconnecting: { dot: 'bg-danger', text: 'Reconnecting...' },
};

export function NotificationsOverview() {
  const { dot, text } = liveStates[liveState.use()];
  const unread = useUnreadCount().data?.count ?? 0;
  const { mutate, isPending } = useMarkRead();
  const { may } = useMay();
  return (
    <>
      <div className="flex items-center gap-4">
        <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-13 text-muted">
          <span aria-hidden className={`size-2 shrink-0 rounded-full ${dot}`} />
          {text}
        </p>
        <Button
          variant="secondary"
          disabled={unread === 0 && !isPending}
          pending={isPending}
          onClick={() => mutate('all')}
          className={`${compactClass} tabular-nums`}
        >
          <CheckCheck size={14} aria-hidden />
          Mark all read ({unread.toLocaleString('en')})
        </Button>
      </div>
      <div className="flex flex-col gap-1.5">
        <Counters />
        <p className="text-12 text-muted">Repeats within 10 minutes count as one notification.</p>
      </div>
      {may('change-portal') && <TestNotifications />}
    </>
  );
}

function Counters() {
  const query = useCounts();
  const { data } = query;
  const { data: unread } = useUnreadCount();
  const { role } = useMay();
  return (
    <Figures
      label="Counters"
      compact
      query={query}
      figures={[
        { icon: Bell, label: 'Total', value: data?.total },
        { icon: MailOpen, label: 'Unread', value: unread?.count ?? data?.unread },
        ...(maySeeNotification(role, 'user_login')
          ? [{ icon: LogIn, label: 'Logins Today', value: data?.loginsToday }]
          : []),
        ...(maySeeNotification(role, 'page_view')
          ? [{ icon: Eye, label: 'Page Views Today', value: data?.pageViewsToday }]
          : []),
      ]}
    />
  );
}

const testKinds = [
  { type: 'user_login', label: 'Send test login', icon: LogIn },
  { type: 'page_view', label: 'Send test page view', icon: Eye },
] as const;

function TestNotifications() {
  const { mutate, isPending, variables } = useSendTest();
  return (
    <Disclosure summary="Test notifications" summaryClass="text-muted hover:text-ink">
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
        <p className="min-w-0 flex-1 text-muted">Sends a test notification to every open back-office page.</p>
        <div className="flex flex-wrap gap-2">
          {testKinds.map(({ type, label, icon: Icon }) => (
            <Button
              key={type}
              variant="secondary"
              pending={isPending && variables === type}
              onClick={() => mutate(type)}
              className={compactClass}
            >
              <Icon size={14} aria-hidden />
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Disclosure>
  );
}
