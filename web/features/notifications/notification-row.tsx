import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { Notification, Severity } from '../../../contract/notifications/notifications.ts';
import { useMay } from '../../lib/use-may.ts';
import { Clipped } from '../../ui/clipped.tsx';
import { newRowClass } from '../../ui/rows/live-rows.tsx';
import { linesClass, ROW_REM } from '../../ui/rows/row-height.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { notificationUrl } from './notification-url.ts';

const layouts = {
  wide: { row: 'h-10', box: 'py-1 lg:px-8', message: 'truncate text-12' },
  narrow: { row: 'h-24', box: 'py-3', message: 'line-clamp-2 text-12' },
  bell: { row: '', box: 'py-3', message: 'line-clamp-3 text-12 wrap-anywhere' },
};

export const ROW_REMS = { wide: ROW_REM, narrow: 6 };

interface NotificationRowProps {
  notification: Notification;
  layout?: keyof typeof layouts | undefined;
  index?: number;
  isNew?: boolean;
  onRead: (notification: Notification) => void;
  onLeave?: () => void;
}

export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps) {
  const { notification, layout = 'bell', index, isNew = false, onRead, onLeave } = props;
  const { row, box } = layouts[layout];
  const read = () => {
    if (!notification.isRead) onRead(notification);
  };
  const { mayOpen } = useMay();
  const address = notificationUrl(notification, Date.now(), mayOpen);
  const boxed = `flex size-full items-start gap-3 px-4 text-start text-13 transition-colors hover:bg-hover/50 focus-visible:-outline-offset-2 ${box}`;
  return (
    <li data-index={index} tabIndex={-1} className={`border-line border-b ${row} ${isNew ? newRowClass : ''}`}>
      {address === null ? (
        <button type="button" onClick={read} className={boxed}>
          <Contents notification={notification} layout={layout} />
        </button>
      ) : (
        <Link
          href={address}
          onClick={onLeave}
          // Capture and aux click also catch links opened in a new tab.
          onClickCapture={read}
          onAuxClick={({ button }) => button === 1 && read()}
          className={boxed}
        >
          <Contents notification={notification} layout={layout} />
        </Link>
      )}
    </li>
  );
});

const Contents = ({ notification, layout }: { notification: Notification; layout: keyof typeof layouts }) => {
  const wide = layout === 'wide';
  const { severity, title, message, isRead, count, createdAt } = notification;
  return (
    <>
      <SeverityIcon severity={severity} />
      <span className={`flex-1 ${wide ? linesClass : 'flex min-w-0 flex-col'}`}>
        <span className="flex items-center gap-2">
          <Clipped text={title} className={isRead ? '' : 'font-medium'} />
          {count > 1 && (
            <span className="shrink-0 text-12 text-muted tabular-nums">
              <span className="sr-only">happened </span>× {count.toLocaleString('en')}
            </span>
          )}
          {!isRead && (
            <span className="shrink-0 rounded-small bg-accent-soft px-1.5 text-12 font-medium text-accent-ink">
              New
            </span>
          )}
          {!wide && (
            <span className="ms-auto shrink-0 text-12 text-muted">
              <TimeAgo at={createdAt} />
            </span>
          )}
        </span>
        <bdi title={message} className={`text-muted ${layouts[layout].message}`}>
          {message}
        </bdi>
        {!wide && <Source notification={notification} />}
      </span>
      {wide && (
        <span className={`${linesClass} w-72 shrink-0 items-end text-muted`}>
          <TimeAgo at={createdAt} />
          <Source notification={notification} />
        </span>
      )}
    </>
  );
};

function Source({ notification: { metadata } }: { notification: Notification }) {
  const { location, ip } = metadata;
  if (!location && !ip) return null;
  return (
    <span className="max-w-full truncate text-12 text-muted">
      {location}
      {location && ip && ' · '}
      {ip && <span className="font-mono">{ip}</span>}
    </span>
  );
}

const looks: Record<Severity, { icon: LucideIcon; tone: string; word: string }> = {
  info: { icon: Info, tone: 'text-accent-ink', word: 'Information' },
  success: { icon: CircleCheck, tone: 'text-success', word: 'Success' },
  warning: { icon: TriangleAlert, tone: 'text-warning', word: 'Warning' },
  error: { icon: CircleX, tone: 'text-danger', word: 'Error' },
};

/** A newer server may send unknown severities. */
function SeverityIcon({ severity }: { severity: Severity }) {
  const { icon: Icon, tone, word } = Object.hasOwn(looks, severity) ? looks[severity] : looks.info;
  return (
    <>
      <Icon size={16} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <span className="sr-only">{word}: </span>
    </>
  );
}
