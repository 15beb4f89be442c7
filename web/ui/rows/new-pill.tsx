import { ArrowUp } from 'lucide-react';

interface NewPillProps {
  count: number;
  /** The list that they are for. */
  where: string;
  onShow: () => void;
  /** Where it sticks, below whatever stays in sight above the list. */
  top?: string;
}

/** New rows that wait while somebody looks at the list. It takes no room, so that it moves nothing either. */
export const NewPill = ({ count, where, onShow, top = 'top-20' }: NewPillProps) => (
  <div className={`pointer-events-none sticky z-20 flex h-0 justify-center ${top}`}>
    {count > 0 && (
      <button
        type="button"
        aria-label={`Show ${count.toLocaleString('en')} new in ${where}`}
        onClick={onShow}
        className="pointer-events-auto inline-flex h-7 shrink-0 animate-appear items-center gap-1.5 rounded-full bg-accent px-3 text-12 font-medium text-white tabular-nums shadow-float"
      >
        <ArrowUp size={14} aria-hidden />
        {count.toLocaleString('en')} new
      </button>
    )}
  </div>
);
