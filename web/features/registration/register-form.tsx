import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from '../../../contract/auth/auth.rules.ts';
import { VERIFY_EMAIL_PATH } from '../../../contract/registration/registration.rules.ts';
import { NAME_MAX } from '../../../contract/users/users.rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailField, formClass, noAutocorrect, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { useCaptcha } from '../captcha/captcha.tsx';
import { register } from './api.ts';
import { problemsOf, type Registration, readRegistration } from './registration.ts';

export function RegisterForm() {
  const { signIn, problems } = useMessages();
  const words = signIn.register;
  const [, navigate] = useLocation();
  const [pending, setPending] = useState(false);
  const { fieldOf, show } = useFieldErrors<keyof Registration>();
  const captcha = useCaptcha();

  const create = async (form: HTMLFormElement, registration: Registration, recaptchaToken: string) => {
    setPending(true);
    try {
      const { emailVerificationRequired } = await register(registration, recaptchaToken);
      if (emailVerificationRequired) {
        toastSuccess(words.doneUnverified.title, words.doneUnverified.description);
        navigate(VERIFY_EMAIL_PATH);
      } else {
        toast({ title: words.done, variant: 'success', acrossPages: true });
        location.assign('/');
      }
    } catch (error) {
      toastFailure(words.failed, error, words.failedReason);
      if (error instanceof ApiError && error.id === 'username_taken') show(form, { username: error.sentence });
      captcha.reset();
      setPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const registration = readRegistration(form);
    if (show(form, problemsOf(registration, problems))) return;
    const token = captcha.requireToken();
    if (token) create(form, registration, token);
  };

  return (
    <form noValidate onSubmit={submit} onFocus={captcha.prepare} className={formClass}>
      <TextField
        label={signIn.username}
        autoComplete="username"
        {...noAutocorrect}
        maxLength={USERNAME_MAX}
        required
        {...fieldOf('username')}
      />
      <EmailField label={words.email} hint={words.emailHint} {...fieldOf('email')} />
      <div className="grid items-start gap-x-3 gap-y-5 min-[400px]:grid-cols-2">
        <TextField
          label={words.firstName}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          hint={words.optional}
          {...fieldOf('firstName')}
        />
        <TextField
          label={words.lastName}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          hint={words.optional}
          {...fieldOf('lastName')}
        />
      </div>
      <PasswordField
        label={signIn.password}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        hint={words.passwordHint(PASSWORD_MIN)}
        {...fieldOf('password')}
      />
      {captcha.box}
      <Button type="submit" pending={pending} className="w-full">
        {pending ? words.pending : words.submit}
      </Button>
      <p className="text-center text-13 text-muted">
        <WithSlots
          message={words.haveCode}
          slots={{
            link: (text) => (
              <Link href={VERIFY_EMAIL_PATH} className="font-medium text-accent-ink underline-offset-4 hover:underline">
                {text}
              </Link>
            ),
          }}
        />
      </p>
    </form>
  );
}
