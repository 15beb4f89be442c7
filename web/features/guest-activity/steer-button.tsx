import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { useSteerGuest } from './steer-guest.ts';
import { type Steer, steerWords } from './steers.ts';

const SENT_SHOWN_MS = 4000;

interface SteerButtonProps {
  steer: Steer;
  ip: string;
  /** Who that is, for the button's name. */
  guest: string;
  /** In the sidebar there is room for the word only. What the icon tells takes its place for a moment. */
  compact?: string;
}

/** Its icon tells how far it is; the word stays, so that nothing moves under the pointer. */
export function SteerButton({ steer, ip, guest, compact }: SteerButtonProps) {
  const { icon: Icon, nameOf, hint, ...words } = steerWords[steer];
  const { mutate, isPending, isSuccess, reset } = useSteerGuest(ip, steer);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const mark = isPending ? <Spinner /> : isSuccess && <Check size={16} className="text-success" aria-hidden />;
  return (
    <Tooltip text={hint} side="top">
      <button
        type="button"
        aria-label={nameOf(guest)}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
        className="relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-small px-2 text-12 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-disabled:opacity-70"
      >
        {compact === undefined ? (
          <>
            <span className="flex size-4 items-center justify-center">{mark || <Icon size={14} aria-hidden />}</span>
            {words.text}
          </>
        ) : (
          <>
            {mark && <span className="absolute inset-0 flex items-center justify-center">{mark}</span>}
            <span className={mark ? 'opacity-0' : ''}>{compact}</span>
          </>
        )}
      </button>
    </Tooltip>
  );
}
