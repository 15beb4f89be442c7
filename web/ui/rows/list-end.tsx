import { Spinner } from '../feedback/spinner.tsx';
import { TextButton } from '../text-button.tsx';

interface ListEndProps {
  /** Why the next page is not there; null when nothing went wrong. */
  failure: string | null;
  /** What is being waited for; null at the end of the list. */
  waiting: string | null;
  pending: boolean;
  onRetry: () => void;
}

/** What is still to come, below the last row. */
export function ListEnd({ failure, waiting, pending, onRetry }: ListEndProps) {
  if (failure) {
    return (
      <p className="py-4 text-center text-13 text-muted">
        {failure}{' '}
        <TextButton pending={pending} onClick={onRetry}>
          Try again
        </TextButton>
      </p>
    );
  }
  if (!waiting) return null;
  return (
    <p className="flex h-14 animate-late items-center justify-center gap-2 text-13 text-muted">
      <Spinner />
      {waiting}
    </p>
  );
}
