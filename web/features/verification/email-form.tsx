import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { asciiEmail, EMAIL_INVALID, isEmail } from '../../../contract/text/email.ts';
import { VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, harmless, useFieldErrors } from '../../ui/fields/field.tsx';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { sendCode } from './api.ts';
import { storedEmail, storeVerification } from './stored-verification.ts';
import type { Question, SuggestionStep } from './suggestion-step.tsx';
import { useSending } from './use-sending.tsx';

/** Loaded while an address is typed. Without it there are no suggestions, and everything else works. */
const suggestions = () => import('./suggestion-step.tsx').catch(() => null);

/** How the address is shown from now on. Hardly any is written in another script. */
async function shown(email: string): Promise<string> {
  if (asciiEmail(email) === email) return email;
  const file = await import('../../../contract/text/display-email.ts').catch(() => null);
  return file?.displayEmail(email) ?? asciiEmail(email);
}

export function EmailForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [, navigate] = useLocation();
  const { fieldOf, show } = useFieldErrors<'email'>();
  const [question, setQuestion] = useState<(Question & { Step: typeof SuggestionStep }) | null>(null);
  /** The address that was chosen, whatever it looks like. */
  const chosen = useRef('');
  const typed = () => (field.current?.value ?? '').trim();

  const { pending, start, captcha } = useSending(async (recaptchaToken) => {
    const email = typed();
    if (!recaptchaToken && chosen.current !== email) {
      const file = await suggestions();
      const asked = file?.questionAbout(email);
      if (file && asked) return setQuestion({ ...asked, Step: file.SuggestionStep });
    }
    try {
      await sendCode(email, recaptchaToken);
    } catch (error) {
      const form = field.current?.form;
      if (!(form && error instanceof ApiError && error.id === 'address_unreachable')) throw error;
      setQuestion(null);
      return void show(form, { email: error.sentence });
    }
    storeVerification(await shown(email));
    toastSuccess('Code sent', "We've sent a verification code to your email");
    navigate(VERIFY_CODE_PATH);
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && !show(event.currentTarget, { email: !isEmail(typed()) && EMAIL_INVALID })) start();
  };
  const choose = (email: string) => {
    if (field.current) field.current.value = email;
    chosen.current = email;
    start();
  };
  const { onInput, ...fieldProps } = fieldOf('email');

  return (
    <form {...harmless} onSubmit={submit}>
      <EmailField
        ref={field}
        label="Email address*"
        hint="For example name@example.com"
        // A field for addresses would hand over "xn--…" in place of what was typed in another script.
        type="text"
        defaultValue={storedEmail()}
        {...fieldProps}
        onFocus={suggestions}
        onInput={() => {
          onInput();
          setQuestion(null);
        }}
      />
      {captcha}
      {question && !captcha ? (
        <question.Step typed={question.typed} meant={question.meant} pending={pending} onChoose={choose} />
      ) : (
        <Button type="submit" pending={pending} className="mt-5 w-full">
          {pending ? 'Sending...' : 'Continue'}
        </Button>
      )}
    </form>
  );
}
