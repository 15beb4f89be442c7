import { ChevronDown, Languages } from 'lucide-react';
import { pageLanguage, switchLanguage, useMessages } from '../lib/messages.ts';
import { usePortal } from '../lib/portal.ts';
import { loadOverlay } from './overlays/load-overlay.ts';

const ONE_YEAR_S = 31_536_000;
const SECURE = location.protocol === 'https:' ? '; Secure' : '';

type Language = ReturnType<typeof usePortal>['languages'][number];

/** The server reads the cookie for pages, errors and emails. After a reload `?lang=` would override it. */
function keep({ code }: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `language=${code}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${SECURE}`;
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
}

export function LanguageSwitch({ onChosen }: { onChosen?: (code: string) => void }) {
  const { languages } = usePortal();
  const { shared } = useMessages();
  const choose = (code: string) =>
    loadOverlay(async () => {
      const language = languages.find((one) => one.code === code) as Language;
      await switchLanguage(language);
      keep(language);
      onChosen?.(code);
    });
  return (
    <label className="relative inline-flex items-center rounded-control text-13 text-muted transition-colors hover:bg-hover hover:text-ink [&>svg]:pointer-events-none [&>svg]:absolute">
      <Languages size={14} className="start-3" aria-hidden />
      <span className="sr-only">{shared.language}</span>
      <select
        value={pageLanguage()}
        onChange={(event) => choose(event.target.value)}
        className="picker field-sizing-content h-11 cursor-pointer items-center rounded-control border-0 bg-transparent ps-9 pe-8"
      >
        {languages.map(({ code, name, direction }) => (
          <option key={code} value={code} lang={code} dir={direction} className="picker-option">
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={12} className="end-3" aria-hidden />
    </label>
  );
}
