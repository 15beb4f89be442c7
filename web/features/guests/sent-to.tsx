import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/guest-flow.ts';
import { Button } from '../../ui/button.tsx';

/** Where the code went; a mistyped address is the usual reason why none arrives. */
export function SentTo({ email }: { email: string }) {
  const [, navigate] = useLocation();
  return (
    <div className="mb-8">
      <p className="mt-2 mb-3 text-16 text-muted">We've sent a code to this address.</p>
      <div className="flex items-center justify-between gap-2 rounded-control border border-line bg-surface pl-3">
        <span className="min-w-0 py-3 font-mono text-14 break-words">{email}</span>
        <Button variant="ghost" onClick={() => navigate(EMAIL_ENTRY_PATH)}>
          Edit
        </Button>
      </div>
    </div>
  );
}
