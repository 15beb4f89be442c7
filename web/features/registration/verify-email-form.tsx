import { type FormEvent, useRef, useState } from 'react';
import { VERIFICATION_CODE_MISSING } from '../../../contract/registration.rules.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useMailedCode } from './use-mailed-code.ts';

/** Longer than any code of ours, for spaces that are pasted along. */
const MAX_LENGTH = 120;

export function VerifyEmailForm({ onVerified }: { onVerified: () => void }) {
  const { code, setCode, mailed } = useMailedCode();
  const [missing, setMissing] = useState(false);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const verify = async (token: string) => {
    setPending(true);
    try {
      await api('POST /api/auth/verify-email', { body: { token } });
      toast({ title: 'Email verified successfully! You can now log in.', variant: 'success' });
      onVerified();
    } catch (error) {
      toast({
        title: 'Verification Failed',
        description: sentenceOf(error, 'Invalid verification code'),
        variant: 'error',
      });
      setPending(false);
      field.current?.focus();
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const token = code.trim();
    setMissing(!token);
    if (token) {
      verify(token);
    } else {
      toast({ title: VERIFICATION_CODE_MISSING, variant: 'error' });
      field.current?.focus();
    }
  };

  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Verification code"
        hint={mailed ? 'Filled in by the link that you opened' : 'The link in our mail fills it in'}
        error={missing ? 'Enter the code from our mail' : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            name="code"
            type="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={MAX_LENGTH}
            required
            value={code}
            onChange={(event) => {
              setMissing(false);
              setCode(event.target.value);
            }}
            className={`${inputClass} font-mono`}
          />
        )}
      </Field>
      <Button type="submit" pending={pending} className="mt-3 w-full">
        {pending ? 'Verifying...' : 'Verify Email'}
      </Button>
    </form>
  );
}
