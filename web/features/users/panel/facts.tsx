import { Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { Link } from 'wouter';
import { ACCOUNT_DETAIL_NAMES, ACCOUNT_DETAILS, eachDetail } from '../../../../contract/users/account-details.rules.ts';
import type { UserDetails } from '../../../../contract/users/users.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { PEOPLE_PATH, personState } from '../../../lib/person-state.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breakable } from '../../../ui/breakable.tsx';
import { Button, compactClass, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime, formatDay } from '../../../ui/time/format.ts';
import { DateTimeAgo } from '../../../ui/time/time-ago.tsx';
import { resetAction, type UserActionRequest } from '../actions.tsx';
import { useTemporaryPassword } from '../api.ts';
import { RoleLabel, StatusBadge } from '../identity.tsx';
import { NEVER_SIGNED_IN, standingOf } from '../standing.ts';

const detailLabels = { ...eachDetail((name) => ACCOUNT_DETAILS[name].label), email: 'Email' };

const authTypes: Record<UserDetails['authType'], string> = { password: 'Password' };

interface AccountSectionProps {
  user: UserDetails;
  canManage: boolean;
  isSelf: boolean;
  onAction: (request: UserActionRequest) => void;
}

export const AccountSection = ({ user, canManage, isSelf, onAction }: AccountSectionProps) => (
  <PanelSection title="Account">
    <Facts
      facts={{
        Username: <bdi className="font-mono">{user.username}</bdi>,
        Role: <RoleLabel role={user.role} />,
        Status: <StatusBadge standing={standingOf(user)} />,
        'Last sign-in': user.signedInAt ? (
          <DateTimeAgo at={user.signedInAt} />
        ) : (
          <span className="text-muted">{NEVER_SIGNED_IN}</span>
        ),
        'Auth type': authTypes[user.authType],
        Password: (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <div>
              <PasswordState key={user.updatedAt} user={user} canRead={canManage} />
            </div>
            {canManage && !isSelf && (
              <Button
                variant="secondary"
                onClick={() => onAction({ user, action: 'reset_password' })}
                className={compactClass}
              >
                {resetAction.label}
              </Button>
            )}
          </div>
        ),
        'Second factor': user.secondFactor ? (
          <Badge tone="success">On</Badge>
        ) : (
          <span className="text-muted">None</span>
        ),
        Created: formatDateTime(user.createdAt),
        Updated: formatDateTime(user.updatedAt),
      }}
    />
  </PanelSection>
);

const passwordStates = {
  used: 'Temporary password used, new one not chosen yet',
  own: 'Set by the user',
  first_run: 'Set at installation',
};

/** Always the same number of dots. */
const MASK = '••••••••••';

function PasswordState({ user: { id, password }, canRead }: { user: UserDetails; canRead: boolean }) {
  if (password.until !== null && Date.parse(password.until) <= Date.now())
    return <span className="text-muted">Temporary password, expired {formatDateTime(password.until)}</span>;
  const unused = canRead ? <UnusedPassword userId={id} /> : 'Temporary password, not used yet';
  return (
    <>
      {password.state === 'temporary' ? unused : passwordStates[password.state]}
      {password.until !== null && (
        <span className="block text-13 text-muted">Expires {formatDateTime(password.until)}</span>
      )}
    </>
  );
}

/** Fetched on demand, because every look is logged. */
function UnusedPassword({ userId }: { userId: string }) {
  const { mutate, data, isPending, error, reset } = useTemporaryPassword(userId);
  const shown = data?.temporaryPassword;
  const icon = isPending ? LoaderCircle : shown ? EyeOff : Eye;
  return (
    <>
      <span className="-my-1.5 flex items-center">
        <span className="me-1 min-w-0 font-mono wrap-anywhere">{shown ?? MASK}</span>
        <IconButton
          icon={icon}
          label={shown ? 'Hide password' : 'Show password'}
          aria-disabled={isPending || undefined}
          className={isPending ? 'animate-spin' : ''}
          onClick={() => (shown ? reset() : isPending || mutate())}
        />
        {shown && <CopyButton label="Copy password" text={shown} />}
      </span>
      {error ? (
        <span role="alert" className="mt-1 block text-12 text-danger">
          {sentenceOf(error, "Couldn't load the password. Please try again.")}
        </span>
      ) : (
        <span role="status" className="mt-1 block text-12 text-muted">
          {isPending
            ? 'Loading the password…'
            : "Temporary. You can view it until it's used or expires; each view is recorded."}
        </span>
      )}
    </>
  );
}

const optional = (text: string | null, otherwise = 'Not provided') =>
  text ? (
    <bdi className="whitespace-pre-line">
      <Breakable text={text} />
    </bdi>
  ) : (
    <span className="text-muted">{otherwise}</span>
  );

const DataLink = ({ email }: { email: string }) => (
  <Link
    href={PEOPLE_PATH}
    state={personState(email)}
    className="rounded-small text-13 font-medium text-accent-ink hover:underline"
  >
    Data about this person
  </Link>
);

interface PersonalSectionProps {
  user: UserDetails;
  canExport: boolean;
}

export const PersonalSection = ({ user: { profile, ...user }, canExport }: PersonalSectionProps) => (
  <PanelSection title="Personal information" action={canExport && user.email && <DataLink email={user.email} />}>
    <Facts
      facts={{
        ...Object.fromEntries(ACCOUNT_DETAIL_NAMES.map((name) => [detailLabels[name], optional(user[name])])),
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
