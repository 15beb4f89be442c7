import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from '../../../contract/auth/auth.rules.ts';
import { VERIFY_EMAIL_PATH } from '../../../contract/registration/registration.rules.ts';
import { NAME_MAX } from '../../../contract/users/users.rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, formClass, noAutocorrect, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { useCaptcha } from '../captcha/captcha.tsx';
import { register } from './api.ts';
import { problemsOf, type Registration, readRegistration } from './registration.ts';

export function RegisterForm() {
  const [, navigate] = useLocation();
  const [pending, setPending] = useState(false);
  const { fieldOf, show } = useFieldErrors<keyof Registration>();
  const { problems } = useMessages();
  const captcha = useCaptcha();

  const create = async (form: HTMLFormElement, registration: Registration, recaptchaToken: string) => {
    setPending(true);
    try {
      const { emailVerificationRequired } = await register(registration, recaptchaToken);
      if (emailVerificationRequired) {
        toastSuccess('Registration Successful', 'Please check your email to verify your account.');
        navigate(VERIFY_EMAIL_PATH);
      } else {
        toast({ title: 'Account created successfully', variant: 'success', acrossPages: true });
        location.assign('/');
      }
    } catch (error) {
      toastFailure('Registration failed', error, 'Failed to create account');
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
        label="Username"
        autoComplete="username"
        {...noAutocorrect}
        maxLength={USERNAME_MAX}
        required
        {...fieldOf('username')}
      />
      <EmailField label="Email address" hint="We email you a code to verify it" {...fieldOf('email')} />
      <div className="grid items-start gap-x-3 gap-y-5 min-[400px]:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          hint="Optional"
          {...fieldOf('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          hint="Optional"
          {...fieldOf('lastName')}
        />
      </div>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        hint={`At least ${PASSWORD_MIN} characters`}
        {...fieldOf('password')}
      />
      {captcha.box}
      <Button type="submit" pending={pending} className="w-full">
        {pending ? 'Creating account...' : 'Create account'}
      </Button>
      <p className="text-center text-13 text-muted">
        Have a code from our email?{' '}
        <Link href={VERIFY_EMAIL_PATH} className="font-medium text-accent-ink underline-offset-4 hover:underline">
          Verify your email
        </Link>
      </p>
    </form>
  );
}
