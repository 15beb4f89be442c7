import { TextButton } from '../text-button.tsx';

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
