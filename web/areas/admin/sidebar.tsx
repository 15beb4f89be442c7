import { Menu, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { SidebarGuests } from '../../features/guests/live/sidebar-guests.tsx';
import { filtersIn, useViews, viewUrl } from '../../features/views/api.ts';
import { usePortal } from '../../lib/portal.ts';
import { useMay } from '../../lib/use-may.ts';
import { IconButton } from '../../ui/button.tsx';
import { Brand } from '../../ui/front-layout.tsx';
import { usePopup } from '../../ui/overlays/return-focus.ts';
import { ignoreToastClick } from '../../ui/overlays/toast.ts';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { usePages } from './pages.tsx';

const REMEMBERED_AS = 'sidebar-collapsed';
const GUESTS_PATH = '/admin/guest-activity';

export function Sidebar() {
  const { organisation } = usePortal();
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(REMEMBERED_AS) === 'true');
  const toggle = () => {
    localStorage.setItem(REMEMBERED_AS, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return (
    <aside
      data-collapsed={collapsed}
      className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col overflow-hidden border-line border-e bg-canvas transition-[width] duration-200 data-[collapsed=true]:w-14"
    >
      <div className={`flex h-16 shrink-0 items-center ${collapsed ? 'justify-center' : 'justify-between pe-3 ps-5'}`}>
        {!collapsed && <Brand name={organisation} />}
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!collapsed}
          onClick={toggle}
        />
      </div>
      <SidebarContents collapsed={collapsed} />
    </aside>
  );
}

export function SidebarOverlay() {
  const { organisation } = usePortal();
  const { onCloseAutoFocus, ...popup } = usePopup();
  const close = () => popup.onOpenChange(false);
  return (
    <Dialog.Root {...popup}>
      <Dialog.Trigger asChild>
        <IconButton icon={Menu} label="Open sidebar" className="-ms-2" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={ignoreToastClick}
          className="fixed inset-y-0 start-0 z-30 flex w-64 animate-slide-in flex-col bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">Sidebar</Dialog.Title>
          <div className="flex h-16 shrink-0 items-center justify-between pe-3 ps-5">
            <Brand name={organisation} />
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close sidebar" />
            </Dialog.Close>
          </div>
          <SidebarContents onNavigate={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ViewLinks({ path, onNavigate }: { path: string; onNavigate: (() => void) | undefined }) {
  const { data: views = [] } = useViews();
  const [current] = useLocation();
  const filters = filtersIn(useSearch());
  const own = views.filter((view) => view.path === path);
  if (own.length === 0) return null;
  return (
    <ul>
      {own.map((view) => (
        <li key={view.id}>
          <Link
            href={viewUrl(view)}
            onClick={onNavigate}
            aria-current={current === path && filters === view.query ? 'true' : undefined}
            className="block truncate rounded-small py-1 pe-2 ps-8.5 text-13 text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=true]:text-accent-ink"
          >
            {view.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SidebarContentsProps {
  collapsed?: boolean;
  onNavigate?: () => void;
}

function SidebarContents({ collapsed = false, onNavigate }: SidebarContentsProps) {
  const [path] = useLocation();
  const { may } = useMay();
  const pages = usePages();
  return (
    <>
      <nav aria-label="Admin pages" className="flex-1 overflow-x-hidden overflow-y-auto p-3">
        <ul className="flex flex-col gap-0.5">
          {pages.map((page) => {
            const link = (
              <Link
                href={page.path}
                onClick={onNavigate}
                aria-current={page.path === path ? 'page' : undefined}
                className="flex h-8 items-center gap-2.5 rounded-small px-2 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
              >
                <page.icon size={16} className="shrink-0" aria-hidden />
                <span className={collapsed ? 'sr-only' : ''}>{page.label}</span>
              </Link>
            );
            return (
              <li key={page.path}>
                {collapsed ? <Tooltip text={page.label}>{link}</Tooltip> : link}
                {!collapsed && <ViewLinks path={page.path} onNavigate={onNavigate} />}
              </li>
            );
          })}
        </ul>
      </nav>
      {!collapsed && (
        <>
          {/* The guest page shows the same list. */}
          {path !== GUESTS_PATH && may('see-guests') && <SidebarGuests onNavigate={onNavigate} />}
          {/* Required by the licence of the location data. */}
          <p className="border-line border-t px-5 py-3 text-12 whitespace-nowrap">
            <a
              href="https://db-ip.com"
              target="_blank"
              rel="noreferrer"
              className="text-muted underline-offset-2 hover:text-ink hover:underline"
            >
              IP location by DB-IP
            </a>
          </p>
        </>
      )}
    </>
  );
}
