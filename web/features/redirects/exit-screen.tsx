import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { EXIT_MESSAGE_SECONDS } from '../../../contract/redirects.rules.ts';
import { useTitle } from '../../lib/use-title.ts';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { useWindowEvent } from '../../ui/use-window-event.ts';

export interface Exit {
  url: string;
  message: string | null;
}

/** The last thing that a guest sees here. */
export function ExitScreen({ url, message }: Exit) {
  useTitle('Thank you');
  useEffect(() => {
    const timer = setTimeout(() => location.assign(url), EXIT_MESSAGE_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [url]);
  // Coming back with the browser's back button must not end on a goodbye that leads nowhere.
  useWindowEvent('pageshow', (event) => event.persisted && location.reload());
  return (
    <MessageScreen icon={CircleCheck} title="Thank you">
      <p role="status">{message ?? 'Thank you for completing the verification process'}</p>
    </MessageScreen>
  );
}
