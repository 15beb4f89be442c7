import { isStepUpDeclined, sentenceOf } from '../../lib/api/api-error.ts';
import { createStore } from '../../lib/store.ts';

interface ToastContent {
  title: string;
  description?: string;
  variant?: 'success' | 'error';
  acrossPages?: boolean;
  /** Not announced: screen readers get the same news from the page. */
  quiet?: boolean;
}

interface Toast extends ToastContent {
  id: number;
  open: boolean;
  duration: number;
  since: number;
}

const DURATION = 5000;
const FORGET_AFTER = 1_000_000;
const KEPT_AS = 'toast';
const DURATION_AFTER_LOAD = 3000;
const STALE_AFTER = 15_000;

export const currentToast = createStore<Toast | null>(null);
let lastId = 0;
/** The person has clicked or typed since the toast appeared. */
let isTouched = false;
let forgetting: ReturnType<typeof setTimeout> | undefined;

export function toast(content: ToastContent, duration = DURATION, since = Date.now()) {
  clearTimeout(forgetting);
  isTouched = false;
  lastId += 1;
  currentToast.set({ ...content, id: lastId, open: true, duration, since });
}

export const toastSuccess = (title: string, description?: string) => toast({ title, description, variant: 'success' });

export function toastFailure(title: string, error: unknown, otherwise: string) {
  if (isStepUpDeclined(error)) return;
  toast({ title, description: sentenceOf(error, otherwise), variant: 'error' });
}

export function dismissToast() {
  const current = currentToast.get();
  if (!current?.open) return;
  currentToast.set({ ...current, open: false });
  forgetting = setTimeout(() => currentToast.set(null), FORGET_AFTER);
}

/** Dismisses the toast if the person navigated, and keeps it if the app did. */
export function dismissStaleToast() {
  if (isTouched) dismissToast();
}

const touch = () => {
  isTouched = true;
};

export function keepToastsAcrossPages() {
  const kept = sessionStorage.getItem(KEPT_AS);
  sessionStorage.removeItem(KEPT_AS);
  if (kept) {
    const { content, since }: { content: ToastContent; since: number } = JSON.parse(kept);
    const age = Date.now() - since;
    if (age < STALE_AFTER) toast(content, Math.max(DURATION - age, DURATION_AFTER_LOAD), since);
  }
  // `popstate` for the browser's Back button.
  for (const type of ['pointerdown', 'keydown', 'popstate']) addEventListener(type, touch, { capture: true });
  addEventListener('pagehide', () => {
    const current = currentToast.get();
    if (!current?.open || !current.acrossPages) return;
    const { id, open, duration, since, ...content } = current;
    sessionStorage.setItem(KEPT_AS, JSON.stringify({ content, since }));
  });
}

/** A click on a toast must not close the dialog below it. */
export function ignoreToastClick(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
