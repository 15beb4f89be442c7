import { type KeyboardEvent, useEffect, useRef } from 'react';

const FOCUSABLE = 'button:not(:disabled), select:not(:disabled), input:not(:disabled), a[href]';

/** Makes Tab go from the last ticked checkbox into the bar and back, although the bar is elsewhere in the DOM. */
export function useTabDetour<Bar extends HTMLElement>() {
  const bar = useRef<Bar>(null);
  const ticked = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const tick = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'checkbox') ticked.current = target;
    };
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey || document.activeElement !== ticked.current) return;
      const first = bar.current?.querySelector<HTMLElement>(FOCUSABLE);
      if (!first) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener('change', tick);
    document.addEventListener('keydown', enter);
    return () => {
      document.removeEventListener('change', tick);
      document.removeEventListener('keydown', enter);
    };
  }, []);

  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !ticked.current?.isConnected) return;
    const all = [...(bar.current?.querySelectorAll(FOCUSABLE) ?? [])];
    if (event.target !== (event.shiftKey ? all[0] : all.at(-1))) return;
    // Forwards, the browser moves on from the checkbox.
    if (event.shiftKey) event.preventDefault();
    event.nativeEvent.stopPropagation();
    ticked.current.focus();
  };

  return { bar, onKeyDown: leave, back: () => ticked.current?.focus() };
}
