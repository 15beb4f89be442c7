import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface FrontLayoutProps {
  name: string;
  logo?: string | null;
  children: ReactNode;
}

/** One narrow column with one task: guest pages, sign-in, and screens that stand alone. */
export function FrontLayout({ name, logo, children }: FrontLayoutProps) {
  return (
    <div data-density="roomy" className="front-grid flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-4 py-4 sm:px-6">
        <Brand name={name} logo={logo} />
        <ThemeSwitch />
      </header>
      <main className="mx-auto flex w-full max-w-100 flex-1 flex-col px-4 pt-[max(1rem,8dvh)] pb-24">{children}</main>
    </div>
  );
}
