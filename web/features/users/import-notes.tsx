import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';

/** What the import has to say: that it is at work, what came of it, and what went wrong. */
export const Working = ({ text }: { text: string }) => (
  <p role="status" className="flex items-center gap-2 text-13 text-muted">
    <Spinner />
    {text}
  </p>
);

export const Outcome = ({ fine, children }: { fine: boolean; children: ReactNode }) => (
  <p role="status" className="flex items-center gap-2 font-medium tabular-nums">
    {fine ? (
      <CircleCheck size={16} className="shrink-0 text-success" aria-hidden />
    ) : (
      <CircleAlert size={16} className="shrink-0 text-warning" aria-hidden />
    )}
    {children}
  </p>
);

export const Trouble = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <p role="alert" className="flex items-start gap-2 text-13 text-danger">
    <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    <span>
      {text} {onRetry && <TextButton onClick={onRetry}>Try again</TextButton>}
    </span>
  </p>
);
