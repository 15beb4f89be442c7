import { createStore } from '../../lib/store.ts';

/** Where the support team sends an admin who is in the back-office. */
interface AskedPage {
  path: string;
  isPersistent: boolean;
  isDismissed?: boolean;
}

export const askedPage = createStore<AskedPage | null>(null);

/** What is for once is told once, and stays until the admin has seen to it. */
export function hearOfPage(path: string | null, isPersistent: boolean) {
  const known = askedPage.get();
  if (path === null) {
    if (known?.isPersistent) askedPage.set(null);
  } else if (known?.path !== path) askedPage.set({ path, isPersistent });
}

/** One that comes with every answer is remembered as dismissed. */
export function dismissPage() {
  const known = askedPage.get();
  askedPage.set(known?.isPersistent ? { ...known, isDismissed: true } : null);
}
