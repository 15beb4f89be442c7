import { ArrowRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { COMPLETE_INFO_PATH, TERMS_PATH, UPDATE_DETAILS_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import { OwnLanguage } from '../../features/account/own-language.tsx';
import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { useSsoState } from '../../features/auth/sso/api.ts';
import { SsoButton, ssoText, useSsoOutcome } from '../../features/auth/sso/sso-link.tsx';
import { StatusBadge } from '../../features/users/identity.tsx';
import { roleWords } from '../../features/users/role-words.ts';
import { standingOf } from '../../features/users/standing.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { fullName } from '../../lib/user-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SignOutButton } from '../signed-in.tsx';
import { PageHeading } from './pages.tsx';

const OwnFactors = lazy(() =>
  import('../../features/auth/second-factor/own-factors.tsx').then((file) => ({ default: file.OwnFactors })),
);
const OwnSessions = lazy(() =>
  import('../../features/account/sessions/own-sessions.tsx').then((file) => ({ default: file.OwnSessions })),
);
const OwnPicture = lazy(() =>
  import('../../features/account/own-picture.tsx').then((file) => ({ default: file.OwnPicture })),
);
const EmailChangeDialog = lazy(() =>
  import('../../features/account/email/email-change-dialog.tsx').then((file) => ({ default: file.EmailChangeDialog })),
);

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className="flex items-center gap-4 px-4 py-4 sm:px-5">
    <div className="min-w-0 flex-1">
      <h2 className="font-medium">{title}</h2>
      <p className="text-13 wrap-anywhere text-muted">{text}</p>
    </div>
    {children}
  </li>
);

function Identity({ user }: { user: CurrentUser }) {
  const name = fullName(user) || user.username;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={user.profileImageUrl} className="size-14 text-16" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageHeading className="min-w-0 truncate text-20">{name}</PageHeading>
          <StatusBadge standing={standingOf({ status: user.status, online: true })} />
        </div>
        <p className="truncate text-muted">
          {user.username}
          {user.email && ` · ${user.email}`}
        </p>
      </div>
    </div>
  );
}

function ChangePasswordDialog({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Change password"
      description="You stay signed in here. Everywhere else you’re signed out."
      trigger={<Button variant="secondary">Change password</Button>}
      holds
      open={open}
      onOpenChange={setOpen}
    >
      <ChangePasswordForm kind="own" username={username} onChanged={() => setOpen(false)} />
    </Dialog>
  );
}

function SingleSignOn() {
  const query = useSsoState();
  useSsoOutcome();
  return (
    <Row title="Single sign-on" text={ssoText(query)}>
      <SsoButton query={query} />
    </Row>
  );
}

export function AccountHome({ user }: { user: CurrentUser }) {
  const { languages, singleSignOn } = usePortal();
  useTitle('Your account');
  return (
    <>
      <Identity user={user} />
      <ul className="mt-8 divide-y divide-line rounded-card border border-line bg-surface">
        {isStaff(user.role) && (
          <Row
            title="Admin panel"
            text={
              user.role === 'admin' ? 'Users, guests and settings' : `What you can do as ${roleWords[user.role].one}`
            }
          >
            <Link href="/admin" className={buttonClass('secondary')}>
              Open admin panel
              <ArrowRight size={16} aria-hidden />
            </Link>
          </Row>
        )}
        <Row title="Your details" text="Your name and how to reach you">
          <Link href={UPDATE_DETAILS_PATH} className={buttonClass('secondary')}>
            Update details
          </Link>
        </Row>
        <Row title="Picture" text="Shown beside your name">
          <Suspense>
            <OwnPicture hasPicture={user.profileImageUrl !== null} />
          </Suspense>
        </Row>
        {languages.length > 1 && (
          <Row title="Language" text="Of your pages and emails">
            <OwnLanguage />
          </Row>
        )}
        <Row title="Complete your profile" text="How your profile gets completed">
          <Link href={COMPLETE_INFO_PATH} className={buttonClass('secondary')}>
            Complete profile
          </Link>
        </Row>
        <Row title="Your agreement" text="The terms for using this portal">
          <Link href={TERMS_PATH} className={buttonClass('secondary')}>
            Read terms
          </Link>
        </Row>
        <Row
          title="Email address"
          text={user.email ?? 'None yet. Add one, so we can tell you about changes to your account.'}
        >
          <Suspense>
            <EmailChangeDialog email={user.email} />
          </Suspense>
        </Row>
        <Row title="Password" text="Changing it signs you out everywhere else">
          <ChangePasswordDialog username={user.username} />
        </Row>
        {singleSignOn && isStaff(user.role) && <SingleSignOn />}
        <Row title="Sign out" text="End your session in this browser">
          <SignOutButton />
        </Row>
      </ul>
      <div className="mt-8 flex flex-col gap-6">
        <Suspense>
          <OwnFactors />
          <OwnSessions />
        </Suspense>
      </div>
    </>
  );
}
