import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const ONE_YEAR_S = 31_536_000;
const listeners = new Set<() => void>();

const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
};

/** For what is drawn by others and cannot follow our style sheet. */
export function isDark() {
  const theme = currentTheme();
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

/** A cookie and not local storage, because the server draws the right theme into the page. */
function setTheme(theme: Theme) {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = 'theme=; Path=/; Max-Age=0; SameSite=Lax';
  } else {
    document.documentElement.dataset.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `theme=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = () => [useSyncExternalStore(subscribe, currentTheme), setTheme] as const;
