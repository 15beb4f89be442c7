import { createStore } from '../../lib/store.ts';
import type { AskedBy } from './destination-words.ts';

interface AskedPage extends AskedBy {
  path: string;
  isDismissed?: boolean;
}

export const askedPage = createStore<AskedPage | null>(null);

/** A one-time redirect stays until the admin has seen to it. */
export function hearOfPage(path: string | null, asked: AskedBy) {
  const known = askedPage.get();
  if (path === null) {
    if (known?.isPersistent) askedPage.set(null);
  } else if (known?.path !== path) askedPage.set({ path, ...asked });
}

/** A persistent one comes with every answer. */
export function dismissPage() {
  const known = askedPage.get();
  askedPage.set(known?.isPersistent ? { ...known, isDismissed: true } : null);
}
