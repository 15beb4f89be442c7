import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { GuestPanel } from '../../features/guest-activity/guest-panel.tsx';
import { usePortal } from '../../lib/portal.ts';
import { IconButton } from '../../ui/button.tsx';
import { Brand } from '../../ui/front-layout.tsx';
import { LocationCredit } from './location-credit.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

const REMEMBERED_AS = 'sidebar-collapsed';

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
      className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col overflow-hidden border-line border-r bg-canvas transition-[width] duration-200 data-[collapsed=true]:w-14"
    >
      <div className={`flex h-16 shrink-0 items-center ${collapsed ? 'justify-center' : 'justify-between pr-3 pl-5'}`}>
        {!collapsed && <Brand name={organisation} />}
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!collapsed}
          onClick={toggle}
        />
      </div>
      <SidebarNav collapsed={collapsed} />
      {!collapsed && (
        <>
          <GuestPanel />
          <LocationCredit />
        </>
      )}
    </aside>
  );
}
