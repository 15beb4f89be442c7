import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { UserDetails } from '../../../../contract/users.ts';
import { Button, compactClass, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime, formatDay } from '../../../ui/time/format.ts';
import { RoleLabel, StatusBadge } from '../identity.tsx';
import { ResetPasswordDialog } from '../temporary-password.tsx';

const authTypes: Record<UserDetails['authType'], string> = { password: 'Password' };

/** Admins have a form to change their own password; it cannot be reset here. */
export function AccountSection({ user, isSelf }: { user: UserDetails; isSelf: boolean }) {
  const [resetting, setResetting] = useState(false);
  return (
    <PanelSection
      title="Account"
      action={
        !isSelf && (
          <Button variant="ghost" onClick={() => setResetting(true)} className={`${compactClass} -mr-3`}>
            Reset password
          </Button>
        )
      }
    >
      <Facts
        facts={{
          Username: <bdi className="font-mono">{user.username}</bdi>,
          Role: <RoleLabel role={user.role} />,
          Status: <StatusBadge status={user.status} />,
          'Auth type': authTypes[user.authType],
          Password: <PasswordState key={user.password.temporary} password={user.password} />,
          Created: formatDateTime(user.createdAt),
          Updated: formatDateTime(user.updatedAt),
        }}
      />
      {resetting && <ResetPasswordDialog user={user} onClose={() => setResetting(false)} />}
    </PanelSection>
  );
}

const passwordStates = {
  used: 'Temporary password used, own one not chosen yet',
  own: 'Set by the user',
  first_run: 'Set at installation',
};

/** As many dots for every password: their number would tell something. */
const MASK = '••••••••••';

function PasswordState({ password: { state, temporary } }: Pick<UserDetails, 'password'>) {
  const [shown, setShown] = useState(false);
  if (state !== 'temporary') return passwordStates[state];
  if (temporary === null) return 'Temporary password';
  return (
    <>
      <span className="-my-1.5 flex items-center">
        <span className="mr-1 min-w-0 font-mono wrap-anywhere">{shown ? temporary : MASK}</span>
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        />
        <CopyButton label="Copy password" text={temporary} />
      </span>
      <span className="mt-1 block text-12 text-muted">Temporary: readable here until the first sign-in with it</span>
    </>
  );
}

/** What a user has filled in, or that they have not. */
const optional = (text: string | null, otherwise = 'Not provided') =>
  text ? <bdi className="whitespace-pre-line">{text}</bdi> : <span className="text-muted">{otherwise}</span>;

export const PersonalSection = ({ user: { profile, ...user } }: { user: UserDetails }) => (
  <PanelSection title="Personal information">
    <Facts
      facts={{
        'First name': optional(user.firstName),
        'Last name': optional(user.lastName),
        Email: optional(user.email),
        ...(profile && {
          Phone: optional(profile.phone),
          'Date of birth': optional(profile.dateOfBirth && formatDay(profile.dateOfBirth)),
          Bio: optional(profile.bio),
          Address: optional(profile.address),
          'City, country': optional([profile.city, profile.country].filter(Boolean).join(', ')),
          Completed: optional(profile.completedAt && formatDateTime(profile.completedAt), 'Not complete yet'),
        }),
      }}
    />
  </PanelSection>
);
