import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { useMessages } from '../lib/messages.ts';
import { createStore } from '../lib/store.ts';

type Theme = (typeof themes)[number]['value'];

const ONE_YEAR_S = 31_536_000;

const chosen = document.documentElement.dataset.theme;
const currentTheme = createStore<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : 'system');

export function isDark() {
  const theme = currentTheme.get();
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

/** No other host and no plain http can set a `__Host-` cookie. */
const COOKIE = location.protocol === 'https:' ? '__Host-theme' : 'theme';
const SECURE = location.protocol === 'https:' ? '; Secure' : '';

/** A cookie, so that the server can render the theme. */
function setTheme(theme: Theme) {
  const isChosen = theme !== 'system';
  if (isChosen) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${COOKIE}=${isChosen ? theme : ''}; Path=/; Max-Age=${isChosen ? ONE_YEAR_S : 0}; SameSite=Lax${SECURE}`;
  currentTheme.set(theme);
}

export const useTheme = () => [currentTheme.use(), setTheme] as const;

export const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeSwitch() {
  const group = useId();
  const [theme, setTheme] = useTheme();
  const { shared } = useMessages();
  const labels = { system: shared.systemTheme, light: shared.lightTheme, dark: shared.darkTheme };
  return (
    <fieldset className="inline-flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">{shared.theme}</legend>
      {themes.map(({ value, icon: Icon }) => (
        <label
          key={value}
          title={labels[value]}
          className="flex size-7 items-center justify-center rounded-small text-muted transition-colors hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={group}
            value={value}
            aria-label={labels[value]}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          <Icon size={14} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
