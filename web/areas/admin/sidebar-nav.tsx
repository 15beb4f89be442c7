import { Link, useLocation } from 'wouter';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { isActive, pages } from './pages.tsx';

interface SidebarNavProps {
  /** Icons only; the words are in tooltips. */
  collapsed?: boolean;
  onNavigate?: () => void;
}

export function SidebarNav({ collapsed = false, onNavigate }: SidebarNavProps) {
  const [path] = useLocation();
  return (
    <nav aria-label="Admin pages" className="flex-1 overflow-x-hidden overflow-y-auto p-3">
      <ul className="flex flex-col gap-0.5">
        {pages.map((page) => {
          const link = (
            <Link
              href={page.path}
              onClick={onNavigate}
              aria-current={isActive(page, path) ? 'page' : undefined}
              className="flex h-8 items-center gap-2.5 rounded-small px-2 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
            >
              <page.icon size={16} className="shrink-0" aria-hidden />
              <span className={collapsed ? 'sr-only' : ''}>{page.label}</span>
            </Link>
          );
          return <li key={page.path}>{collapsed ? <Tooltip text={page.label}>{link}</Tooltip> : link}</li>;
        })}
      </ul>
    </nav>
  );
}
