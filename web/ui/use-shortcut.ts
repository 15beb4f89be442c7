import { useWindowEvent } from './use-window-event.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Shortcuts are off while a person types and under a dialog. */
export function useShortcut(key: string, act: () => void) {
  useWindowEvent('keydown', (event) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isCovered()) return;
    event.preventDefault();
    act();
  });
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const MODIFIER = isApple ? '⌘' : 'Ctrl';

export function useModifiedShortcut(letter: string, act: () => void) {
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== letter || event.altKey || event.shiftKey) return;
    if (isApple ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
}
