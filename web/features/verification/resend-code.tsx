import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast.ts';

export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const [pending, setPending] = useState(false);
  const resend = async () => {
    setPending(true);
    try {
      await api('POST /api/guest/resend-code', { body: { email } });
      onSent();
      toast({
        title: 'Code resent',
        description: "We've sent a new verification code to your email",
        variant: 'success',
      });
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error, 'An error occurred'), variant: 'error' });
    }
    setPending(false);
  };
  return (
    <p className="text-center text-14 text-muted">
      Didn't receive an email?{' '}
      <LinkButton pending={pending} onClick={resend}>
        {pending ? 'Sending...' : 'Resend'}
      </LinkButton>
    </p>
  );
}
