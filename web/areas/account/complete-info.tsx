import { LifeBuoy } from 'lucide-react';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

export function CompleteInfo() {
  const { organisation } = usePortal();
  useTitle('Complete your profile');
  return (
    <FrontLayout name={organisation}>
      <MessageScreen
        icon={LifeBuoy}
        title="Complete your profile"
        action={
          <a href="/" className={buttonClass()}>
            Return to Dashboard
          </a>
        }
      >
        The support team manages profile completion and will contact you.
      </MessageScreen>
    </FrontLayout>
  );
}
