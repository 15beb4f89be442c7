import type { UserDetails } from '../../../contract/users.ts';
import { Button, compactClass } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/time/format.ts';
import { Fact, Facts, PanelSection } from './panel-section.tsx';
import { PasswordFact } from './password-fact.tsx';
import { RoleLabel } from './role-label.tsx';
import { StatusBadge } from './status-badge.tsx';

const authTypes: Record<UserDetails['authType'], string> = { password: 'Password' };

interface AccountSectionProps {
  user: UserDetails;
  /** Absent for oneself, who has a form for it. */
  onResetPassword?: (() => void) | undefined;
}

export const AccountSection = ({ user, onResetPassword }: AccountSectionProps) => (
  <PanelSection
    title="Account"
    action={
      onResetPassword && (
        <Button variant="ghost" onClick={onResetPassword} className={`${compactClass} -mr-3`}>
          Reset password
        </Button>
      )
    }
  >
    <Facts>
      <Fact name="Username">
        <bdi className="font-mono">{user.username}</bdi>
      </Fact>
      <Fact name="Role">
        <RoleLabel role={user.role} />
      </Fact>
      <Fact name="Status">
        <StatusBadge status={user.status} />
      </Fact>
      <Fact name="Auth type">{authTypes[user.authType]}</Fact>
      <Fact name="Password">
        <PasswordFact key={user.password.temporary} password={user.password} />
      </Fact>
      <Fact name="Created">{formatDateTime(user.createdAt)}</Fact>
      <Fact name="Updated">{formatDateTime(user.updatedAt)}</Fact>
    </Facts>
  </PanelSection>
);
