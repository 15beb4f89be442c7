import { type LucideIcon, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ROLES } from '../../../../contract/users/users.rules.ts';
import type { UserAccount, UserDetails, UserListItem } from '../../../../contract/users/users.ts';
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { PEOPLE_PATH } from '../../../lib/person-state.ts';
import { useMay } from '../../../lib/use-may.ts';
import { displayName, secondLine } from '../../../lib/user-names.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass, compactClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PanelSection, SidePanel } from '../../../ui/overlays/side-panel.tsx';
import { editAction, redirectAction, statusActions, type UserActionRequest } from '../actions.tsx';
import { useUserDetails } from '../api.ts';
import { AccountSection, PersonalSection } from './facts.tsx';
import { HistorySection, SessionsSection } from './sign-ins.tsx';

interface UserPanelProps {
  userId: string;
  isSelf: boolean;
  listed: UserAccount | undefined;
  onAction: (request: UserActionRequest) => void;
  onClose: () => void;
}

export function UserPanel({ userId, isSelf, listed, onAction, onClose }: UserPanelProps) {
  const { data: user, error, isPending, isFetching, refetch } = useUserDetails(userId);
  const { mayManage, mayOpen } = useMay();
  const canManage = user !== undefined && mayManage(user.role);
  const isGone = error instanceof ApiError && error.id === 'user_not_found';
  return (
    <SidePanel
      title="User Information"
      onClose={onClose}
      footer={canManage && <Actions user={user} isSelf={isSelf} onAction={onAction} />}
    >
      {isPending && <PanelSkeleton listed={listed} />}
      {!isPending && !user && (
        <Notice
          icon={UserX}
          title="User information not available"
          action={
            !isGone && (
              <Button variant="secondary" pending={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            )
          }
        >
          {sentenceOf(error, "The server didn't answer. Please try again in a moment.")}
        </Notice>
      )}
      {user && (
        <>
          <PanelIdentity
            user={user}
            action={
              canManage && <ActionButton {...editAction} request={{ user, action: 'edit' }} onAction={onAction} />
            }
          />
          <AccountSection user={user} canManage={canManage} isSelf={isSelf} onAction={onAction} />
          <PersonalSection user={user} canExport={mayOpen(PEOPLE_PATH)} />
        </>
      )}
      {(isPending || user) && (
        <>
          <SessionsSection userId={userId} canEnd={canManage} />
          <HistorySection userId={userId} />
        </>
      )}
      {canManage && !isSelf && <ManageSection user={user} onAction={onAction} />}
    </SidePanel>
  );
}

const PanelIdentity = ({ user, action }: { user: UserAccount; action?: ReactNode }) => (
  <div className="flex items-center gap-3 px-5 py-5">
    <Avatar name={displayName(user)} src={user.profileImageUrl} className="size-12 text-16" />
    <div className="min-w-0 flex-1">
      <p className="line-clamp-2 text-16 font-semibold wrap-anywhere">
        <bdi>{displayName(user)}</bdi>
      </p>
      <p className="truncate text-13 text-muted" title={secondLine(user)}>
        <bdi>{secondLine(user)}</bdi>
      </p>
    </div>
    {action}
  </div>
);

const PanelSkeleton = ({ listed }: { listed: UserAccount | undefined }) => (
  <>
    {listed ? (
      <PanelIdentity user={listed} />
    ) : (
      <div className="flex items-center gap-3 px-5 py-5">
        <Skeleton className="size-12 rounded-full!" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-52 max-w-full" />
        </div>
      </div>
    )}
    <RowsSkeleton
      label="Loading user information…"
      count={7}
      className="flex flex-col gap-3 border-line border-t px-5 py-6"
      rowClass="h-4"
    >
      <Skeleton className="h-full" />
    </RowsSkeleton>
  </>
);

type ActionsProps = Pick<UserPanelProps, 'isSelf' | 'onAction'> & { user: UserListItem };

const Actions = ({ user, isSelf, onAction }: ActionsProps) => (
  <>
    <Link href={redirectAction.href(user)} className={`${buttonClass('secondary')} ${compactClass}`}>
      <redirectAction.icon size={16} aria-hidden />
      {redirectAction.label}
    </Link>
    {statusActions(user, !isSelf).map(({ key, icon, label, request }) => (
      <ActionButton key={key} icon={icon} label={label} request={request} onAction={onAction} />
    ))}
  </>
);

interface ActionButtonProps extends Pick<UserPanelProps, 'onAction'> {
  icon: LucideIcon;
  label: string;
  request: UserActionRequest;
}

const ActionButton = ({ icon: Icon, label, request, onAction }: ActionButtonProps) => (
  <Button variant="secondary" onClick={() => onAction(request)} className={compactClass}>
    <Icon size={16} aria-hidden />
    {label}
  </Button>
);

function ManageSection({ user, onAction }: Pick<UserPanelProps, 'onAction'> & { user: UserDetails }) {
  const { mayManage } = useMay();
  const canGiveRoles = ROLES.filter(mayManage).length > 1;
  return (
    <PanelSection title="Manage account">
      <div className="flex flex-wrap gap-2">
        {canGiveRoles && (
          <Button
            variant="secondary"
            onClick={() => onAction({ user, action: 'change_role' })}
            className={compactClass}
          >
            Change role
          </Button>
        )}
        {user.secondFactor && (
          <Button
            variant="secondary"
            onClick={() => onAction({ user, action: 'reset_second_factor' })}
            className={compactClass}
          >
            Reset second factor
          </Button>
        )}
        <Button
          variant="secondary"
          onClick={() => onAction({ user, action: 'delete' })}
          className={`${compactClass} text-danger!`}
        >
          Delete user
        </Button>
      </div>
    </PanelSection>
  );
}
