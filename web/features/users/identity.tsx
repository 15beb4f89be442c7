import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import type { Role, UserStanding } from '../../../contract/users/users.rules.ts';
import type { UserAccount, UserListItem } from '../../../contract/users/users.ts';
import { displayName, secondLine } from '../../lib/user-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Clipped } from '../../ui/clipped.tsx';
import { linesClass } from '../../ui/rows/row-height.ts';
import { roleWords } from './role-words.ts';
import { isNewcomer, NEVER_SIGNED_IN, standingOf, standingWords } from './standing.ts';

interface UserIdentityProps {
  user: UserAccount;
  isSelf: boolean;
  onOpen?: () => void;
}

export function UserIdentity({ user, isSelf, onOpen }: UserIdentityProps) {
  const name = displayName(user);
  const below = secondLine(user);
  return (
    <>
      <Avatar name={name} src={user.profileImageUrl} className="size-7 text-12" />
      <span className={linesClass}>
        <span className="flex min-w-0 items-center gap-2">
          {onOpen ? (
            <PanelLink user={user} onOpen={onOpen} className="flex min-w-0 underline-offset-4 hover:underline">
              <Clipped text={name} className="font-medium" />
            </PanelLink>
          ) : (
            <Clipped text={name} className="font-medium" />
          )}
          {isSelf && (
            <span className="shrink-0 rounded-small border border-line px-1.5 text-12 font-normal text-muted">You</span>
          )}
        </span>
        {below && <Clipped text={below} className="text-12 font-normal text-muted" />}
      </span>
    </>
  );
}

interface PanelLinkProps extends Omit<ComponentProps<'a'>, 'onClick' | 'href'> {
  user: UserAccount;
  onOpen: () => void;
}

/** A plain click opens the panel over the list and keeps its filters. */
export const PanelLink = ({ user, onOpen, ...rest }: PanelLinkProps) => (
  <Link
    {...rest}
    href={`/admin/users?user=${encodeURIComponent(user.id)}`}
    onClick={(event: MouseEvent) => {
      event.preventDefault();
      onOpen();
    }}
  />
);

export function RoleLabel({ role }: { role: Role }) {
  const { label, icon: Icon } = roleWords[role];
  if (!Icon) return <span className="text-muted">{label}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle font-medium">
      <Icon size={14} className="text-accent-ink" aria-hidden />
      {label}
    </span>
  );
}

export function StatusBadge({ standing }: { standing: UserStanding }) {
  const { label, tone } = standingWords[standing];
  return <Badge tone={tone}>{label}</Badge>;
}

export const UserStatus = ({ user }: { user: UserListItem }) => (
  <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap">
    <StatusBadge standing={standingOf(user)} />
    {isNewcomer(user) && <span className="text-12 text-muted">{NEVER_SIGNED_IN}</span>}
  </span>
);
