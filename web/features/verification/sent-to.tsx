import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { LinkButton } from '../../ui/button.tsx';

/** Where the code went; a mistyped address is the usual reason why none arrives. */
export function SentTo({ email }: { email: string }) {
  const [, navigate] = useLocation();
  return (
    <p className="mt-2 mb-8 text-16 text-muted">
      We've sent a code to
      <span className="block">
        <span className="font-mono text-14 wrap-anywhere text-ink">{email}</span>{' '}
        <LinkButton onClick={() => navigate(EMAIL_ENTRY_PATH)}>Edit</LinkButton>
      </span>
    </p>
  );
}
