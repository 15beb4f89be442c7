import { type FormEvent, useState } from 'react';
import { isEmail } from '../../../contract/text/email.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, formClass, useFieldErrors } from '../../ui/fields/field.tsx';
import { toast, toastSuccess } from '../../ui/overlays/toast.ts';
import { useCaptcha } from '../captcha/captcha.tsx';
import { resendVerification } from './api.ts';

interface ResendVerificationProps {
  email: string;
  onSent: (email: string) => void;
}

export function ResendVerification({ email: known, onSent }: ResendVerificationProps) {
  const { signIn, problems } = useMessages();
  const words = signIn.resend;
  const [pending, setPending] = useState(false);
  const { fieldOf, show } = useFieldErrors<'email'>();
  const captcha = useCaptcha();

  const send = async (email: string, recaptchaToken: string) => {
    setPending(true);
    try {
      await resendVerification(email, recaptchaToken);
      toastSuccess(words.done);
      onSent(email);
    } catch (error) {
      toast({ title: sentenceOf(error, words.failed), variant: 'error' });
    }
    captcha.reset();
    setPending(false);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const email = known || String(new FormData(event.currentTarget).get('email')).trim();
    if (!email) toast({ title: words.noAddress, variant: 'error' });
    if (show(event.currentTarget, { email: !isEmail(email) && problems.emailInvalid })) return;
    const token = captcha.requireToken();
    if (token) send(email, token);
  };

  return (
    <form noValidate onSubmit={submit} onFocus={captcha.prepare} className={formClass}>
      {!known && <EmailField label={words.email} hint={words.emailHint} {...fieldOf('email')} />}
      {captcha.box}
      <Button type="submit" variant="secondary" pending={pending} className="w-full">
        {pending ? words.pending : words.submit}
      </Button>
    </form>
  );
}
