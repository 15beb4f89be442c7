import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, TextButton } from '../button.tsx';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export const Notice = ({ icon: Icon, title, children, action }: NoticeProps) => (
  <div className="flex flex-col items-center px-4 py-20 text-center">
    <span className="mb-4 flex size-10 items-center justify-center rounded-control border border-line text-muted">
      <Icon size={18} aria-hidden />
    </span>
    <h2 className="font-medium">{title}</h2>
    <p className="mt-1 max-w-90 text-13 text-balance wrap-anywhere text-muted">{children}</p>
    {action && <div className="mt-5">{action}</div>}
  </div>
);

export const EmptyState = ({ icon: Icon, title, children }: Omit<NoticeProps, 'action'>) => (
  <div className="flex flex-col items-center rounded-card border border-line border-dashed px-4 py-16 text-center">
    <Icon size={24} strokeWidth={1.5} className="mb-3 text-muted" aria-hidden />
    <h2 className="font-medium">{title}</h2>
    <p className="mt-1 max-w-80 text-13 text-balance text-muted">{children}</p>
  </div>
);

interface FailedQuery {
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadFailureProps {
  title: string;
  query: FailedQuery & { error: unknown };
  otherwise?: string | undefined;
}

export function LoadFailure({ title, query, otherwise }: LoadFailureProps) {
  const { shared } = useMessages();
  return (
    <div role="alert">
      <Notice
        icon={CircleAlert}
        title={title}
        action={
          <Button variant="secondary" pending={query.isFetching} onClick={() => query.refetch()}>
            {shared.tryAgain}
          </Button>
        }
      >
        {sentenceOf(query.error, otherwise ?? shared.pleaseTryAgainLater)}
      </Notice>
    </div>
  );
}

interface FailedLineProps extends Pick<ComponentProps<'p'>, 'role' | 'className'> {
  text: string;
  query: FailedQuery;
}

export const FailedLine = ({ text, query, role, className = '' }: FailedLineProps) => (
  <p role={role} className={`text-13 text-muted ${className}`}>
    {text}{' '}
    <TextButton pending={query.isFetching} onClick={() => query.refetch()}>
      {useMessages().shared.tryAgain}
    </TextButton>
  </p>
);

interface LoadedProps<Data> {
  query: FailedQuery & { data: Data | undefined; isPending: boolean };
  skeleton: ReactNode;
  failure: string;
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, failure, children }: LoadedProps<Data>) {
  if (query.data) return children(query.data);
  if (query.isPending) return skeleton;
  return <FailedLine text={failure} query={query} role="alert" className="px-4 py-8 text-center" />;
}

export const OutdatedNote = () => (
  <p role="status" className="truncate text-12 text-warning">
    Out of date. Trying again…
  </p>
);
