import { isStepUpDeclined, sentenceOf } from '../../lib/api/api-error.ts';
import { createStore } from '../../lib/store.ts';

interface ToastContent {
  title: string;
  description?: string;
  variant?: 'success' | 'error';
  /** Announced right before a new page is loaded: shown there as well. */
  acrossPages?: boolean;
}

interface Toast extends ToastContent {
  id: number;
  open: boolean;
  /** How long it stays, in milliseconds. */
  duration: number;
  since: number;
}

const DURATION = 5000;
/** A dismissed toast is hidden at once and forgotten much later. */
const FORGET_AFTER = 1_000_000;
const KEPT_AS = 'toast';
/** A toast that went over to the next page stays at least this long there. */
const DURATION_AFTER_LOAD = 3000;
const STALE_AFTER = 15_000;

/** What is announced now. */
export const currentToast = createStore<Toast | null>(null);
let lastId = 0;
/** Whether somebody has done anything since the toast appeared. */
let isTouched = false;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** At most one is shown: a new one takes the place of the old one. */
export function toast(content: ToastContent, duration = DURATION, since = Date.now()) {
  clearTimeout(forgetting);
  isTouched = false;
  lastId += 1;
  currentToast.set({ ...content, id: lastId, open: true, duration, since });
}

export const toastSuccess = (title: string, description?: string) => toast({ title, description, variant: 'success' });

/** Says what went wrong in the server's own sentence; `otherwise` where it has none. */
export function toastFailure(title: string, error: unknown, otherwise: string) {
  // They have just chosen not to go on.
  if (isStepUpDeclined(error)) return;
  toast({ title, description: sentenceOf(error, otherwise), variant: 'error' });
}

export function dismissToast() {
  const current = currentToast.get();
  if (!current?.open) return;
  currentToast.set({ ...current, open: false });
  forgetting = setTimeout(() => currentToast.set(null), FORGET_AFTER);
}

/**
 * Another page is shown. What was announced on the page before goes when a person has moved on, and stays when the program has:
 * then the two belong together, such as "Code sent" and the page for the code.
 */
export function leaveToastBehind() {
  if (isTouched) dismissToast();
}

const touch = () => {
  isTouched = true;
};

/** Called once when the page starts, for what the page before announced and for what this one will. */
export function keepToastsAcrossPages() {
  const kept = sessionStorage.getItem(KEPT_AS);
  sessionStorage.removeItem(KEPT_AS);
  if (kept) {
    const { content, since }: { content: ToastContent; since: number } = JSON.parse(kept);
    const age = Date.now() - since;
    if (age < STALE_AFTER) toast(content, Math.max(DURATION - age, DURATION_AFTER_LOAD), since);
  }
  // The Back button of the browser is no key of the page.
  for (const type of ['pointerdown', 'keydown', 'popstate']) addEventListener(type, touch, { capture: true });
  addEventListener('pagehide', () => {
    const current = currentToast.get();
    if (!current?.open || !current.acrossPages) return;
    const { id, open, duration, since, ...content } = current;
    sessionStorage.setItem(KEPT_AS, JSON.stringify({ content, since }));
  });
}

/** A toast lies over every dialog: using it must not close the dialog and lose what is in there. */
export function stayForToast(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
