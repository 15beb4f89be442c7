import { CircleAlert, KeyRound, LifeBuoy } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '../../../contract/auth.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { useReLogin } from '../../features/auth/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { useFocusOnOpen } from './page-heading.tsx';

/** A page that has one thing to say, as large as on the pages before signing in. */
function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  const page = useFocusOnOpen<HTMLDivElement>();
  useTitle(title);
  return (
    <div ref={page} tabIndex={-1} data-density="roomy" className="flex flex-1 flex-col">
      {children}
    </div>
  );
}

export const CompleteInfoPage = () => (
  <MessagePage title="Complete your profile">
    <MessageScreen
      icon={LifeBuoy}
      title="Complete your profile"
      action={
        <Link href={EMAIL_ENTRY_PATH} className={buttonClass()}>
          Return to Dashboard
        </Link>
      }
    >
      The support team manages profile completion and will contact you.
    </MessageScreen>
  </MessagePage>
);

export function ReLoginPage({ user }: { user: CurrentUser }) {
  const { mutate: leave, isError, error } = useReLogin(user.role);
  useEffect(() => leave(), [leave]);
  return (
    <MessagePage title="Sign in again">
      <div role="status" className="flex flex-1 flex-col">
        {isError ? (
          <MessageScreen
            icon={CircleAlert}
            title="You are still signed in"
            action={<Button onClick={() => leave()}>Try again</Button>}
          >
            {sentenceOf(error, 'Signing out did not work.')}
          </MessageScreen>
        ) : (
          <MessageScreen icon={KeyRound} title="Please sign in again">
            We are ending this session for your security and take you to the sign-in page.
          </MessageScreen>
        )}
      </div>
    </MessagePage>
  );
}
