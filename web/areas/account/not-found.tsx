import { SearchX } from 'lucide-react';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

export function NotFound() {
  const { organisation } = usePortal();
  useTitle('404 Page Not Found');
  return (
    <FrontLayout name={organisation}>
      <MessageScreen
        icon={SearchX}
        title="404 Page Not Found"
        action={
          <a href="/" className={buttonClass()}>
            Go to your account
          </a>
        }
      >
        There is nothing at this address. It may be mistyped, or the page has moved.
      </MessageScreen>
    </FrontLayout>
  );
}
