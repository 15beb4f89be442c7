import { type FormEvent, lazy, Suspense, useState } from 'react';
import { PASSWORD_MAX, USERNAME_MAX } from '../../../contract/auth/auth.rules.ts';
import type { CurrentUser, FactorKinds } from '../../../contract/auth/auth.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { allowedReturnUrl, requestedUrl } from '../../lib/url/return-url.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { formClass, noAutocorrect, noNativeSubmit, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { SupportContact } from '../boot/support-contact.tsx';
import { isBusy, retryWhileBusy } from '../captcha/api.ts';
import { useCaptcha } from '../captcha/captcha.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { offerPasskeys, PasskeyButton } from './second-factor/passkey-sign-in.tsx';

const SecondStep = lazy(() => import('./second-factor/second-step.tsx').then((file) => ({ default: file.SecondStep })));

const homes = { user: '/', admin: '/admin' };

/** No form library and no schemas: this page must load fast. */
export function SignInForm({ kind }: { kind: keyof typeof homes }) {
  const { signIn: texts, problems } = useMessages();
  const words = texts[kind];
  const [pending, setPending] = useState(false);
  /** Stays on the page after the toast has gone. */
  const [problem, setProblem] = useState<{ text: string; isSuspended: boolean } | null>(null);
  const [step, setStep] = useState<FactorKinds | null>(null);
  const { fieldOf, show } = useFieldErrors<'username' | 'password'>();
  const captcha = useCaptcha();

  const fail = (title: string, text: string, isSuspended = false) => {
    toast({ title, description: text, variant: 'error' });
    setProblem({ text, isSuspended });
  };

  const startOver = (why?: string) => {
    if (why !== undefined) fail(words.failed, why);
    setStep(null);
    captcha.reset();
    setPending(false);
  };

  const finishSignIn = async ({ role }: CurrentUser) => {
    if (kind === 'user' || role !== 'user') {
      toast({ title: words.done, variant: 'success', acrossPages: true });
      // A full navigation: the server embeds the signed-in user in the page.
      return location.assign(allowedReturnUrl(requestedUrl(location), role !== 'user') ?? homes[kind]);
    }
    // Users may not sign in here, but now have a session: it must end again.
    await api('POST /api/auth/logout');
    fail(texts.denied.title, texts.denied.privilegesRequired);
    startOver();
  };

  const signIn = async (username: string, password: string, recaptchaToken: string) => {
    setPending(true);
    try {
      const body = { username, password, recaptchaToken };
      const answer = await retryWhileBusy(() => api('POST /api/auth/login', { body }));
      if ('secondStep' in answer) return setStep(answer.secondStep);
      return await finishSignIn(answer);
    } catch (error) {
      const isSuspended = error instanceof ApiError && error.id === 'account_suspended';
      fail(words.failed, sentenceOf(error, words.refused), isSuspended);
      if (isBusy(error)) return setPending(false);
    }
    startOver();
  };

  const byPasskey = { onSignedIn: finishSignIn, onFailed: (why: string) => fail(words.failed, why) };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setProblem(null);
    const data = new FormData(event.currentTarget);
    const username = String(data.get('username')).trim();
    const password = String(data.get('password'));
    const missing = { username: !username && texts.enterUsername, password: !password && texts.enterPassword };
    if (show(event.currentTarget, missing)) return toast({ title: problems.credentialsMissing, variant: 'error' });
    const token = captcha.requireToken();
    if (token) signIn(username, password, token);
  };

  if (step !== null)
    return (
      <Suspense fallback={<Loading />}>
        <SecondStep kinds={step} onSignedIn={finishSignIn} onStartOver={startOver} />
      </Suspense>
    );

  return (
    <form {...noNativeSubmit} onSubmit={submit} onFocus={captcha.prepare} className={formClass}>
      <TextField
        label={texts.username}
        autoComplete="username webauthn"
        onFocus={() => offerPasskeys(byPasskey)}
        {...noAutocorrect}
        maxLength={USERNAME_MAX}
        required
        {...fieldOf('username')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        required
        {...fieldOf('password')}
      />
      {captcha.box}
      {problem && (
        <div role="alert" className="rounded-control bg-danger-soft px-4 py-3 text-13 text-danger">
          <p>{problem.text}</p>
          {problem.isSuspended && <SupportContact className="mt-2" />}
        </div>
      )}
      <Button type="submit" pending={pending} className="w-full">
        {pending ? words.pending : words.submit}
      </Button>
      <PasskeyButton {...byPasskey} />
      <ForgotPassword kind={kind} />
    </form>
  );
}
