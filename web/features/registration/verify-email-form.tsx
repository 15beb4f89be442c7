import { type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { noAutocorrect, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { verifyEmail } from './api.ts';

const codeInHash = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** The code from the link's hash. It is not submitted: mail scanners open links and must not use it up. */
function useMailedCode() {
  const [code, setCode] = useState('');
  const [mailed, setMailed] = useState(false);
  const takeCode = useEffectEvent(() => {
    const found = codeInHash();
    if (!found) return;
    setCode(found);
    setMailed(true);
    history.replaceState(history.state, '', location.pathname + location.search);
  });
  useLayoutEffect(() => {
    takeCode();
    // The link may open in the tab that is waiting.
    addEventListener('hashchange', takeCode);
    return () => removeEventListener('hashchange', takeCode);
  }, []);
  return { code, setCode, mailed };
}

/** Leaves room for pasted spaces. */
const MAX_LENGTH = 120;

export function VerifyEmailForm({ onVerified }: { onVerified: () => void }) {
  const { signIn, problems } = useMessages();
  const words = signIn.verifyEmail;
  const { code, setCode, mailed } = useMailedCode();
  const { fieldOf, show } = useFieldErrors<'code'>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const verify = async (token: string) => {
    setPending(true);
    try {
      await verifyEmail(token);
      toastSuccess(words.done);
      onVerified();
    } catch (error) {
      toastFailure(words.failed, error, words.invalid);
      setPending(false);
      field.current?.focus();
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const token = code.trim();
    if (!show(event.currentTarget, { code: !token && words.codeMissing })) return verify(token);
    toast({ title: problems.verificationCodeMissing, variant: 'error' });
  };

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={words.code}
        hint={mailed ? words.codeFilledIn : words.codeHint}
        {...fieldOf('code')}
        autoComplete="one-time-code"
        {...noAutocorrect}
        maxLength={MAX_LENGTH}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        dir="ltr"
        className="font-mono"
      />
      <Button type="submit" pending={pending} className="mt-5 w-full">
        {pending ? words.pending : words.submit}
      </Button>
    </form>
  );
}
