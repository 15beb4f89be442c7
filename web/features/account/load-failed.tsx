import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface LoadFailedProps {
  title: string;
  sentence: string;
  pending: boolean;
  onRetry: () => void;
}

export const LoadFailed = ({ title, sentence, pending, onRetry }: LoadFailedProps) => (
  <div role="alert" className="rounded-card border border-line bg-surface p-5">
    <h2 className="flex items-center gap-2.5 text-16 font-semibold">
      <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />
      {title}
    </h2>
    <p className="mt-1 mb-5 text-muted">{sentence}</p>
    <Button variant="secondary" pending={pending} onClick={onRetry}>
      Try again
    </Button>
  </div>
);
