import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Profile, UserDetails } from '../../../../contract/users.ts';
import { Button, compactClass, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact, Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime, formatDay } from '../../../ui/time/format.ts';
import { RoleLabel, StatusBadge } from '../identity.tsx';

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
        <PasswordState key={user.password.temporary} password={user.password} />
      </Fact>
      <Fact name="Created">{formatDateTime(user.createdAt)}</Fact>
      <Fact name="Updated">{formatDateTime(user.updatedAt)}</Fact>
    </Facts>
  </PanelSection>
);

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

export const PersonalSection = ({ user }: { user: UserDetails }) => (
  <PanelSection title="Personal information">
    <Facts>
      <OptionalFact name="First name" text={user.firstName} />
      <OptionalFact name="Last name" text={user.lastName} />
      <OptionalFact name="Email" text={user.email} />
      {user.profile && <ProfileFacts profile={user.profile} />}
    </Facts>
  </PanelSection>
);

const ProfileFacts = ({ profile }: { profile: Profile }) => (
  <>
    <OptionalFact name="Phone" text={profile.phone} />
    <OptionalFact name="Date of birth" text={profile.dateOfBirth && formatDay(profile.dateOfBirth)} />
    <OptionalFact name="Bio" text={profile.bio} />
    <OptionalFact name="Address" text={profile.address} />
    <OptionalFact name="City, country" text={[profile.city, profile.country].filter(Boolean).join(', ')} />
    <Fact name="Completed">
      {profile.completedAt ? formatDateTime(profile.completedAt) : <span className="text-muted">Not complete yet</span>}
    </Fact>
  </>
);

/** What a person told us, or that they did not. */
const OptionalFact = ({ name, text }: { name: string; text: string | null }) => (
  <Fact name={name}>
    {text ? <bdi className="whitespace-pre-line">{text}</bdi> : <span className="text-muted">Not provided</span>}
  </Fact>
);
