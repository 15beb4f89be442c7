import { SearchX } from 'lucide-react';
import { useTitle } from '../../lib/use-title.ts';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';

export function PageNotFound() {
  useTitle('Page Not Found');
  return (
    <MessageScreen icon={SearchX} title="Page Not Found">
      The page you're looking for doesn't exist or has been moved.
    </MessageScreen>
  );
}
