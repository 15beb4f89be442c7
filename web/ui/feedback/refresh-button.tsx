import { RefreshCw } from 'lucide-react';
import { Button } from '../button.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

interface RefreshButtonProps {
  pending: boolean;
  onClick: () => void;
}

/** Asks anew for what is shown. */
export const RefreshButton = ({ pending, onClick }: RefreshButtonProps) => (
  <Tooltip text="Refresh" side="top">
    <Button variant="ghost" pending={pending} aria-label="Refresh" onClick={onClick} className="px-2.5!">
      {!pending && <RefreshCw size={16} aria-hidden />}
    </Button>
  </Tooltip>
);
