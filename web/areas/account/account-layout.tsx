import type { ReactNode } from 'react';
import { usePortal } from '../../lib/portal.ts';
import { Brand } from '../../ui/front-layout.tsx';
import { ThemeSwitch } from '../../ui/theme.tsx';

/** The frame of everything that signed-in people do for themselves. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const { organisation, logoUrl } = usePortal();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-160 items-center justify-between gap-4 px-4">
          <Brand name={organisation} logo={logoUrl} />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-160 flex-1 flex-col px-4 py-8 sm:py-12">{children}</main>
    </div>
  );
}
