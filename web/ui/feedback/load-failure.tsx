import { CircleAlert } from 'lucide-react';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';

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
