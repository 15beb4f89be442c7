import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../button.tsx';
import { useWindowEvent } from '../use-window-event.ts';
import { currentToast, dismissStaleToast, dismissToast } from './toast.ts';

const SWIPE_THRESHOLD = 50;

function useDismissal(id: number | undefined, duration: number, paused: boolean) {
  const left = useRef({ id, duration });
  useEffect(() => {
    if (id === undefined || paused) return;
    if (left.current.id !== id) left.current = { id, duration };
    const started = Date.now();
    const timer = setTimeout(dismissToast, left.current.duration);
    return () => {
      clearTimeout(timer);
      left.current.duration -= Date.now() - started;
    };
  }, [id, duration, paused]);
}

function useFocusKey() {
  const viewport = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'F8') return;
    if (document.activeElement instanceof HTMLElement) before.current = document.activeElement;
    viewport.current?.focus();
  });
  const close = () => {
    const focusWasInside = viewport.current?.contains(document.activeElement);
    dismissToast();
    if (focusWasInside) before.current?.focus();
  };
  return { viewport, close };
}

/** A toast is swiped towards the edge it sits at. */
function useSwipe(away: () => void) {
  const [offset, setOffset] = useState(0);
  const start = useRef<number | null>(null);
  const end = () => {
    if (Math.abs(offset) > SWIPE_THRESHOLD) away();
    start.current = null;
    setOffset(0);
  };
  return {
    style: offset !== 0 ? { translate: `${offset}px 0`, transition: 'none' } : {},
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) start.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === null) return;
      const distance = event.clientX - start.current;
      const moved = document.dir === 'rtl' ? Math.min(0, distance) : Math.max(0, distance);
      // Captured only once it moves: a captured pointer never clicks the close button.
      if (Math.abs(moved) > 4) event.currentTarget.setPointerCapture(event.pointerId);
      setOffset(moved);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function useOnePage(path: string) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    dismissStaleToast();
  }, [path]);
}

const icons = {
  success: <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />,
  error: <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden />,
};

export function Toaster() {
  const { toasts } = useMessages().shared;
  const toast = currentToast.use();
  // The id of the held toast, so that the next one starts with its full time.
  const [held, setHeld] = useState<number | null>(null);
  const [blurred, setBlurred] = useState(false);
  useWindowEvent('blur', () => setBlurred(true));
  useWindowEvent('focus', () => setBlurred(false));
  const [path] = useLocation();
  useOnePage(path);
  const { viewport, close } = useFocusKey();
  const swipe = useSwipe(close);
  useDismissal(toast?.open ? toast.id : undefined, toast?.duration ?? 0, held === toast?.id || blurred);
  return (
    <section
      ref={viewport}
      data-toaster
      aria-label={toasts.label}
      aria-live={toast?.quiet ? 'off' : 'polite'}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onPointerEnter={() => setHeld(toast?.id ?? null)}
      onPointerLeave={() => setHeld(null)}
      onFocus={() => setHeld(toast?.id ?? null)}
      onBlur={() => setHeld(null)}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-end p-4 sm:p-6"
    >
      {toast && (
        <div
          key={toast.id}
          data-open={toast.open}
          {...swipe}
          className="pointer-events-auto flex w-full touch-pan-y select-none items-start gap-3 rounded-card bg-raised py-3 pe-3 ps-4 shadow-float transition-all transition-discrete duration-200 starting:translate-y-2 starting:opacity-0 data-[open=false]:hidden data-[open=false]:opacity-0 sm:w-90"
        >
          {toast.variant && icons[toast.variant]}
          <div className="min-w-0 flex-1">
            <p className="font-medium">{toast.title}</p>
            {toast.description && <p className="mt-0.5 text-13 text-muted">{toast.description}</p>}
          </div>
          <IconButton icon={X} label={toasts.close} onClick={close} className="-mt-1.5 -mb-1.5" />
        </div>
      )}
    </section>
  );
}
