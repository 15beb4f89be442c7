import type { GuestLog } from '../../../contract/guest-activity.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { formatDateTime } from '../../ui/time/format.ts';
import { actionWords } from '../activity/action-words.ts';
import { guestLabel } from './guest-label.ts';

/** What a row or a card is given. Its function never changes, so that a row is drawn once. */
export interface LogRowProps {
  log: GuestLog;
  index: number;
  isSelected: boolean;
  isNew: boolean;
  onToggle: (id: string, selected: boolean) => void;
}

export function SelectLog({ log, isSelected, onToggle }: Pick<LogRowProps, 'log' | 'isSelected' | 'onToggle'>) {
  const { text } = actionWords({ action: log.action, details: null });
  return (
    <Checkbox
      aria-label={`Select ${text} of ${guestLabel(log.userId)}, ${formatDateTime(log.createdAt)}`}
      checked={isSelected}
      onChange={(event) => onToggle(log.id, event.target.checked)}
    />
  );
}

export function ActionBadge({ log }: Pick<LogRowProps, 'log'>) {
  const { icon: Icon, text, failed } = actionWords({ action: log.action, details: null });
  return (
    <span
      className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-small px-2 text-12 font-medium ${failed ? 'bg-danger-soft text-danger' : 'bg-hover text-muted'}`}
    >
      <Icon size={12} className="shrink-0" aria-hidden />
      <span className="truncate">{text}</span>
    </span>
  );
}
