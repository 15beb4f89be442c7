import type { FormEvent, RefObject } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_INVALID, isEmail } from '../../../contract/email.ts';
import { VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, useFieldErrors } from '../../ui/fields/field.tsx';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { sendCode } from './api.ts';
import { storedEmail, storeVerification } from './stored-verification.ts';
import { useSending } from './use-sending.tsx';

export function EmailForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [, navigate] = useLocation();
  const { fieldOf, show } = useFieldErrors<'email'>();
  const typed = () => (field.current?.value ?? '').trim();

  const { pending, start, captcha } = useSending(async (recaptchaToken) => {
    const email = typed();
    await sendCode(email, recaptchaToken);
    storeVerification(email);
    toastSuccess('Code sent', "We've sent a verification code to your email");
    navigate(VERIFY_CODE_PATH);
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && !show(event.currentTarget, { email: !isEmail(typed()) && EMAIL_INVALID })) start();
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
      {captcha}
      <Button type="submit" pending={pending} className="mt-5 w-full">
        {pending ? 'Sending...' : 'Continue'}
      </Button>
    </form>
  );
}
