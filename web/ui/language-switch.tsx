import { Languages } from 'lucide-react';
import { openLanguage, useMessages } from '../lib/messages.ts';
import { usePortal } from '../lib/portal.ts';

const ONE_YEAR_S = 31_536_000;
const SECURE = location.protocol === 'https:' ? '; Secure' : '';

type Language = ReturnType<typeof usePortal>['languages'][number];

/** A cookie, so that the server writes pages, errors and emails in it. `?lang=` would win over it after a reload. */
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
  const choose = async (code: string) => {
    const language = languages.find((one) => one.code === code) as Language;
    keep(language);
    await openLanguage(code);
    Object.assign(document.documentElement, { lang: code, dir: language.direction });
    onChosen?.(code);
  };
  return (
    <label className="inline-flex items-center gap-1.5 text-muted text-sm hover:text-ink">
      <Languages size={14} aria-hidden />
      <span className="sr-only">{shared.language}</span>
      <select
        value={document.documentElement.lang}
        onChange={(event) => choose(event.target.value)}
        className="h-9 cursor-pointer bg-transparent focus-visible:outline-2 focus-visible:outline-accent-ink"
      >
        {languages.map(({ code, name, direction }) => (
          <option key={code} value={code} lang={code} dir={direction}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
