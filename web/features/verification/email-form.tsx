import { type FormEvent, type RefObject, useState } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_INVALID, isEmail } from '../../../contract/email.ts';
import { VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, useFieldErrors } from '../../ui/fields/field.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { sendCode } from './api.ts';
import { storedEmail, storeVerification } from './stored-verification.ts';

export function EmailForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [, navigate] = useLocation();
  const [pending, setPending] = useState(false);
  const { fieldOf, show } = useFieldErrors<'email'>();

  const send = async (email: string) => {
    setPending(true);
    try {
      await sendCode(email);
      storeVerification(email);
      toastSuccess('Code sent', "We've sent a verification code to your email");
      navigate(VERIFY_CODE_PATH);
    } catch (error) {
      setPending(false);
      toastFailure('Error', error, 'An error occurred');
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const email = (field.current?.value ?? '').trim();
    if (!show(event.currentTarget, { email: !isEmail(email) && EMAIL_INVALID })) send(email);
  };

  return (
    <form noValidate onSubmit={submit}>
      <EmailField
        ref={field}
        label="Email address*"
        hint="For example name@example.com"
        defaultValue={storedEmail()}
        {...fieldOf('email')}
      />
      <Button type="submit" pending={pending} className="mt-4 w-full">
        {pending ? 'Sending...' : 'Continue'}
      </Button>
    </form>
  );
}
