import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { type Theme, useTheme } from './theme.ts';

const themes = [
  { value: 'system', label: 'System theme', icon: Monitor },
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Sun }[];

export function ThemeSwitch() {
  const group = useId();
  const [theme, setTheme] = useTheme();
  return (
    <fieldset className="inline-flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, icon: Icon }) => (
        <label
          key={value}
          title={label}
          className="flex size-7 items-center justify-center rounded-small text-muted transition-colors hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={group}
            value={value}
            aria-label={label}
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
