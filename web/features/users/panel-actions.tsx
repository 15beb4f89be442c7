import { Link } from 'wouter';
import type { UserDetails } from '../../../contract/users.ts';
import { Button, buttonClass, compactClass } from '../../ui/button.tsx';
import type { Change } from './change-user.ts';
import { PanelSection } from './panel-section.tsx';
import { redirectAction, statusActions } from './user-actions.ts';

interface ActionsProps {
  user: UserDetails;
  onChange: (change: Change) => void;
}

export const PanelActions = ({ user, isSelf, onChange }: ActionsProps & { isSelf: boolean }) => (
  <>
    <Link href={redirectAction.href(user)} className={`${buttonClass('secondary')} ${compactClass}`}>
      <redirectAction.icon size={16} aria-hidden />
      {redirectAction.label}
    </Link>
    {statusActions(user, isSelf).map(({ key, icon: Icon, label, change }) => (
      <Button key={key} variant="secondary" onClick={() => onChange(change)} className={compactClass}>
        <Icon size={16} aria-hidden />
        {label}
      </Button>
    ))}
  </>
);

/** Seldom needed and hard to take back, so they come last. */
export function LastingChanges({ user, onChange }: ActionsProps) {
  const role = user.role === 'admin' ? 'user' : 'admin';
  return (
    <PanelSection title="Manage account">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onChange({ kind: 'role', user, role })} className={compactClass}>
          {role === 'admin' ? 'Make admin' : 'Make user'}
        </Button>
        <Button
          variant="secondary"
          onClick={() => onChange({ kind: 'delete', user })}
          className={`${compactClass} text-danger!`}
        >
          Delete user
        </Button>
      </div>
    </PanelSection>
  );
}
