import { type FormEvent, type RefObject, useState } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_INVALID, isEmail } from '../../../contract/email.ts';
import { VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/fields/field.tsx';
import { toastError, toastSuccess } from '../../ui/overlays/toast.ts';
import { sendCode } from './api.ts';
import { storedEmail, storeVerification } from './stored-verification.ts';

export function EmailForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [, navigate] = useLocation();
  const [pending, setPending] = useState(false);
  const [invalid, setInvalid] = useState(false);

  const send = async (email: string) => {
    setPending(true);
    try {
      await sendCode(email);
      storeVerification(email);
      toastSuccess('Code sent', "We've sent a verification code to your email");
      navigate(VERIFY_CODE_PATH);
    } catch (error) {
      setPending(false);
      toastError(error, 'An error occurred');
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const email = (field.current?.value ?? '').trim();
    setInvalid(!isEmail(email));
    if (isEmail(email)) send(email);
    else field.current?.focus();
  };

  return (
    <form noValidate onSubmit={submit}>
      <EmailField
        ref={field}
        label="Email address*"
        hint="For example name@example.com"
        error={invalid ? EMAIL_INVALID : undefined}
        name="email"
        defaultValue={storedEmail()}
        onInput={() => setInvalid(false)}
      />
      <Button type="submit" pending={pending} className="mt-4 w-full">
        {pending ? 'Sending...' : 'Continue'}
      </Button>
    </form>
  );
}
