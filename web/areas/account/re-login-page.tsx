import { CircleAlert, KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import type { CurrentUser } from '../../../contract/auth.ts';
import { useReLogin } from '../../features/auth/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { MessagePage } from './message-page.tsx';

export function ReLoginPage({ user }: { user: CurrentUser }) {
  const { mutate: leave, isError, error } = useReLogin(user.role);
  useTitle('Sign in again');
  useEffect(() => leave(), [leave]);
  return (
    <MessagePage>
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
