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
import { standingWords } from '../../features/users/standing.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { fullName } from '../../lib/user-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Breakable } from '../../ui/breakable.tsx';
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

const Row = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-4 px-4 py-4 sm:px-5">
    <div className="min-w-0 flex-1">
      <h2 className="font-medium">{title}</h2>
      <p className="text-13 wrap-anywhere text-muted">{text}</p>
    </div>
    {children}
  </li>
);

function Identity({ user }: { user: CurrentUser }) {
  const { home } = useMessages().account;
  const name = fullName(user) || user.username;
  const standing = user.status === 'active' ? 'online' : user.status;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={user.profileImageUrl} className="size-14 text-16" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageHeading className="min-w-0 truncate text-20">{name}</PageHeading>
          <Badge tone={standingWords[standing].tone}>{home.standing[standing]}</Badge>
        </div>
        <p className="truncate text-muted">
          <bdi>{user.username}</bdi>
          {user.email && (
            <>
              {' · '}
              <bdi dir="ltr">{user.email}</bdi>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function ChangePasswordDialog({ username }: { username: string }) {
  const { password } = useMessages().account.home;
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={password.change}
      description={password.description}
      trigger={<Button variant="secondary">{password.change}</Button>}
      holds
      open={open}
      onOpenChange={setOpen}
    >
      <ChangePasswordForm kind="own" username={username} onChanged={() => setOpen(false)} />
    </Dialog>
  );
}

function SingleSignOn() {
  const { sso } = useMessages().account;
  const query = useSsoState();
  useSsoOutcome();
  return (
    <Row title={sso.title} text={ssoText(sso, query)}>
      <SsoButton query={query} />
    </Row>
  );
}

export function AccountHome({ user }: { user: CurrentUser }) {
  const { languages, singleSignOn } = usePortal();
  const { home, picture } = useMessages().account;
  useTitle(home.title);
  return (
    <>
      <Identity user={user} />
      <ul className="mt-8 divide-y divide-line rounded-card border border-line bg-surface">
        {user.role !== 'user' && (
          <Row title={home.adminPanel.title} text={home.adminPanel[user.role]}>
            <Link href="/admin" className={buttonClass('secondary')}>
              {home.adminPanel.open}
              <ArrowRight size={16} className="rtl:-scale-x-100" aria-hidden />
            </Link>
          </Row>
        )}
        <Row title={home.details.title} text={home.details.text}>
          <Link href={UPDATE_DETAILS_PATH} className={buttonClass('secondary')}>
            {home.details.open}
          </Link>
        </Row>
        <Row title={picture.title} text={picture.text}>
          <Suspense>
            <OwnPicture hasPicture={user.profileImageUrl !== null} />
          </Suspense>
        </Row>
        {languages.length > 1 && (
          <Row title={home.language.title} text={home.language.text}>
            <OwnLanguage />
          </Row>
        )}
        <Row title={home.profile.title} text={home.profile.text}>
          <Link href={COMPLETE_INFO_PATH} className={buttonClass('secondary')}>
            {home.profile.open}
          </Link>
        </Row>
        <Row title={home.terms.title} text={home.terms.text}>
          <Link href={TERMS_PATH} className={buttonClass('secondary')}>
            {home.terms.open}
          </Link>
        </Row>
        <Row
          title={home.email.title}
          text={
            user.email === null ? (
              home.email.none
            ) : (
              <bdi dir="ltr">
                <Breakable text={user.email} />
              </bdi>
            )
          }
        >
          <Suspense>
            <EmailChangeDialog email={user.email} />
          </Suspense>
        </Row>
        <Row title={home.password.title} text={home.password.text}>
          <ChangePasswordDialog username={user.username} />
        </Row>
        {singleSignOn && isStaff(user.role) && <SingleSignOn />}
        <Row title={home.signOut.title} text={home.signOut.text}>
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
