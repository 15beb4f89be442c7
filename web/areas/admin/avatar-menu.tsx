import { ChevronDown, CircleUserRound, Keyboard, LogOut, SunMoon } from 'lucide-react';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { useSignOut } from '../../features/auth/api.ts';
import { RoleLabel } from '../../features/users/identity.tsx';
import { fullName } from '../../lib/user-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx';
import { themes, useTheme } from '../../ui/theme.tsx';
import { openOverlay } from './overlays.tsx';
import { usePages } from './pages.tsx';

export function AvatarMenu({ user }: { user: CurrentUser }) {
  const name = fullName(user) || user.username;
  const signOut = useSignOut();
  const [theme, setTheme] = useTheme();
  const pages = usePages();
  return (
    <Menu
      trigger={
        <button type="button" className="flex items-center gap-2 rounded-full p-0.5 text-muted hover:text-ink sm:pe-2">
          <Avatar name={name} src={user.profileImageUrl} />
          <span className="sr-only">Account menu of {name}</span>
          <ChevronDown size={14} className="hidden sm:block" aria-hidden />
        </button>
      }
    >
      <MenuHeading>
        <p className="truncate text-13 font-medium">{name}</p>
        <p className="truncate text-12 text-muted">{user.email ?? user.username}</p>
        <p className="mt-1 text-12">
          <RoleLabel role={user.role} />
        </p>
      </MenuHeading>
      <MenuSeparator />
      {pages.map((page) => (
        <MenuLink key={page.path} href={page.path} icon={page.icon} label={page.label} />
      ))}
      <MenuSeparator />
      <MenuLink href={EMAIL_ENTRY_PATH} icon={CircleUserRound} label="Your account" />
      <MenuChoice icon={SunMoon} label="Theme" value={theme} options={themes} onChange={setTheme} />
      <MenuItem icon={Keyboard} label="Keyboard shortcuts" onSelect={() => openOverlay('shortcuts')} />
      <MenuSeparator />
      <MenuItem icon={LogOut} label="Logout" onSelect={() => signOut.mutate()} />
    </Menu>
  );
}
