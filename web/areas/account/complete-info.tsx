import { LifeBuoy } from 'lucide-react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { MessagePage } from './message-page.tsx';

export function CompleteInfo() {
  useTitle('Complete your profile');
  return (
    <MessagePage>
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
}
