import { type ReactNode, useEffect, useState } from 'react';
import { usePortal } from '../lib/portal.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme.tsx';

export function FrontLayout({ children, ...brand }: BrandProps & { children: ReactNode }) {
  const { languages } = usePortal();
  // Effects of children run first, so the whole page is hydrated by now. `before-hydration.ts` waits for it.
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);
  return (
    <div data-density="roomy" className="front-grid flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-4 py-4 sm:px-6">
        <Brand {...brand} />
        <ThemeSwitch />
      </header>
      <main className="mx-auto flex w-full max-w-100 flex-1 flex-col px-4 pt-[max(1rem,8dvh)] pb-24">{children}</main>
      <footer className="flex min-h-15 justify-center px-4 pb-4">{languages.length > 1 && <LanguageSwitch />}</footer>
    </div>
  );
}

const Mark = () => (
  <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden="true">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <path
      d="M9 24V14.5a7 7 0 0 1 14 0V24M9 24h14M16 24v-9"
      className="fill-none stroke-white stroke-[2.5]"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

interface BrandProps {
  name: string;
  logo?: string | null;
}

export function Brand({ name, logo }: BrandProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className="inline-flex h-8 min-w-0 items-center gap-2.5">
      {logo && (
        <img
          src={logo}
          alt={name}
          onLoad={() => setLoaded(true)}
          className={loaded ? 'h-full max-w-48 object-contain object-left rtl:object-right' : 'hidden'}
        />
      )}
      {!loaded && (
        <>
          <Mark />
          <span className="truncate font-semibold">{name}</span>
        </>
      )}
    </span>
  );
}
