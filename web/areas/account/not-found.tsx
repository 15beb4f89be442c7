import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { SignedIn } from '../signed-in.tsx';

export function NotFound() {
  const { organisation } = usePortal();
  const { notFound, goToAccount } = useMessages().account;
  useTitle(notFound.title);
  return (
    <SignedIn>
      {() => (
        <FrontLayout name={organisation}>
          <MessageScreen
            icon={SearchX}
            title={notFound.title}
            action={
              <Link href={EMAIL_ENTRY_PATH} className={buttonClass()}>
                {goToAccount}
              </Link>
            }
          >
            {notFound.text}
          </MessageScreen>
        </FrontLayout>
      )}
    </SignedIn>
  );
}
