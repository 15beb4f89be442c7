import { createStore } from '../../lib/store.ts';
import type { AskedBy } from './destination-words.ts';

interface AskedPage extends AskedBy {
  path: string;
  isDismissed?: boolean;
}

export const askedPage = createStore<AskedPage | null>(null);

/** A one-time redirect stays until the admin opens or dismisses it. */
export function hearOfPage(path: string | null, asked: AskedBy) {
  const known = askedPage.get();
  if (path === null) {
    if (known?.isPersistent) askedPage.set(null);
  } else if (known?.path !== path) askedPage.set({ path, ...asked });
}

/** A persistent redirect comes with every answer, so it is only marked as dismissed. */
export function dismissPage() {
  const known = askedPage.get();
  askedPage.set(known?.isPersistent ? { ...known, isDismissed: true } : null);
}
