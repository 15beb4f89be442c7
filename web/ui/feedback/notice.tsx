import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, TextButton } from '../button.tsx';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Stands where a list would be: why there is none, and the way on. */
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

/** A place in a page that is still empty. */
export const EmptyState = ({ icon: Icon, title, children }: Omit<NoticeProps, 'action'>) => (
  <div className="flex flex-col items-center rounded-card border border-line border-dashed px-4 py-16 text-center">
    <Icon size={24} strokeWidth={1.5} className="mb-3 text-muted" aria-hidden />
    <h2 className="font-medium">{title}</h2>
    <p className="mt-1 max-w-80 text-13 text-balance text-muted">{children}</p>
  </div>
);

interface LoadFailureProps {
  title: string;
  sentence: string;
  pending: boolean;
  onRetry: () => void;
}

/** Nothing could be loaded: what happened, and the button that tries again. */
export const LoadFailure = ({ title, sentence, pending, onRetry }: LoadFailureProps) => (
  <div role="alert">
    <Notice
      icon={CircleAlert}
      title={title}
      action={
        <Button variant="secondary" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </Notice>
  </div>
);

interface BlockFailureProps {
  text: string;
  pending: boolean;
  onRetry: () => void;
}

/** One part of the page could not be loaded; the others are there. */
export const BlockFailure = ({ text, pending, onRetry }: BlockFailureProps) => (
  <p role="alert" className="px-4 py-8 text-center text-13 text-muted">
    {text}{' '}
    <TextButton pending={pending} onClick={() => onRetry()}>
      Try again
    </TextButton>
  </p>
);

/** What is shown may no longer be so. It goes by itself as soon as the server answers again. */
export const OutdatedNote = () => (
  <p role="status" className="truncate text-12 text-warning">
    Not up to date, trying again
  </p>
);
