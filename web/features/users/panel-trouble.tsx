import { TextButton } from '../../ui/button.tsx';

interface PanelTroubleProps {
  text: string;
  pending: boolean;
  onRetry: () => void;
}

/** One part of the panel could not be loaded; the others are there. */
export const PanelTrouble = ({ text, pending, onRetry }: PanelTroubleProps) => (
  <p className="py-2 text-13 text-muted">
    {text}{' '}
    <TextButton pending={pending} onClick={onRetry}>
      Try again
    </TextButton>
  </p>
);
