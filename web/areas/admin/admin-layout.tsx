import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { useUnreadCount } from '../../features/notifications/api.ts';
import { Bell, badgeText } from '../../features/notifications/bell.tsx';
import { SavedViews } from '../../features/views/saved-views.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { MODIFIER } from '../../ui/use-shortcut.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { AdminOverlays, openOverlay } from './overlays.tsx';
import type { AdminPage } from './pages.tsx';
import { Sidebar, SidebarOverlay } from './sidebar.tsx';

interface AdminLayoutProps {
  user: CurrentUser;
  page: AdminPage;
  children: ReactNode;
}

/** Announces a new page to screen readers. */
function useFocusOnNavigation(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [title]);
  return heading;
}

export function AdminLayout({ user, page, children }: AdminLayoutProps) {
  const { label, title = label, subtitle } = page;
  const wide = useMediaQuery('(min-width: 1024px)');
  const heading = useFocusOnNavigation(title);
  const unread = useUnreadCount().data?.count ?? 0;
  useTitle(unread > 0 ? `(${badgeText(unread)}) ${title}` : title);
  return (
    <div className="flex min-h-dvh bg-surface">
      <a
        href="#main"
        className="fixed top-3 start-3 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-white focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      {wide && <Sidebar />}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-line border-b bg-surface px-4 lg:px-8">
          {!wide && <SidebarOverlay />}
          <div className="min-w-0 flex-1">
            <h1 ref={heading} tabIndex={-1} className="truncate text-14 font-semibold sm:text-16">
              {title}
            </h1>
            <p title={subtitle} className="truncate text-13 text-muted">
              {subtitle}
            </p>
          </div>
          <SavedViews />
          <PaletteButton />
          <Bell />
          <AvatarMenu user={user} />
        </header>
        <main id="main" tabIndex={-1} className="flex-1 p-4 lg:p-8">
          {children}
        </main>
      </div>
      <AdminOverlays />
    </div>
  );
}

const PaletteButton = () => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => openOverlay('palette')}
    className="flex h-8 shrink-0 items-center gap-2 rounded-control px-2 text-13 text-muted transition-colors hover:bg-hover hover:text-ink"
  >
    <Search size={16} aria-hidden />
    <span className="max-sm:sr-only">
      Jump to<span className="sr-only"> a page, a person or an action</span>
    </span>
    <span className="max-sm:hidden" aria-hidden>
      <span className="hidden pointer-fine:block">
        <Kbd>{`${MODIFIER} K`}</Kbd>
      </span>
    </span>
  </button>
);
