import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { SignedIn } from '../signed-in.tsx';

export function NotFound() {
  const { organisation } = usePortal();
  useTitle('404 Page Not Found');
  return (
    <SignedIn>
      {() => (
        <FrontLayout name={organisation}>
          <MessageScreen
            icon={SearchX}
            title="404 Page Not Found"
            action={
              <Link href={EMAIL_ENTRY_PATH} className={buttonClass()}>
                Go to your account
              </Link>
            }
          >
            We couldn’t find this page. Check the address, or go to your account.
          </MessageScreen>
        </FrontLayout>
      )}
    </SignedIn>
  );
}
