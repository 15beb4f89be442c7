import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { asciiEmail, isEmail } from '../../../contract/text/email.ts';
import { VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { forgetUnsent } from '../../lib/when-online.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, noNativeSubmit, useFieldErrors } from '../../ui/fields/field.tsx';
import { hasFinePointer } from '../../ui/pointer.ts';
import { sendCode } from './api.ts';
import { toastWhenSent } from './sent-toast.ts';
import { storedEmail, storeVerification } from './stored-verification.ts';
import type { Question, SuggestionStep } from './suggestion-step.tsx';
import { useSendCode } from './use-send-code.tsx';

/** Preloaded on focus. The form works without suggestions. */
const suggestions = () => import('./suggestion-step.tsx').catch(() => null);

/** Lazy: few addresses need another script. */
async function displayForm(email: string): Promise<string> {
  if (asciiEmail(email) === email) return email;
  const file = await import('../../../contract/text/display-email.ts').catch(() => null);
  return file?.displayEmail(email) ?? asciiEmail(email);
}

/** Errors that stay in the form after the toast has gone. */
const IN_THE_FORM = new Set<ApiError['id']>(['address_unreachable', 'too_many_requests']);

export function EmailForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { guest, problems } = useMessages();
  const [, navigate] = useLocation();
  const { fieldOf, show } = useFieldErrors<'email'>();
  const [question, setQuestion] = useState<(Question & { Step: typeof SuggestionStep }) | null>(null);
  const chosen = useRef('');
  useEffect(() => forgetUnsent, []);
  const typed = () => (field.current?.value ?? '').trim();

  const { pending, start, captcha } = useSendCode(async (recaptchaToken) => {
    const email = typed();
    if (!recaptchaToken && chosen.current !== email) {
      const file = await suggestions();
      const suggested = file?.questionAbout(email);
      if (file && suggested) return setQuestion({ ...suggested, Step: file.SuggestionStep });
    }
    try {
      await sendCode(email, recaptchaToken);
    } catch (error) {
      const form = field.current?.form;
      if (!(form && error instanceof ApiError && IN_THE_FORM.has(error.id))) throw error;
      setQuestion(null);
      return void show(form, { email: error.sentence });
    }
    storeVerification(await displayForm(email));
    toastWhenSent(guest.codeSent);
    navigate(VERIFY_CODE_PATH);
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || show(event.currentTarget, { email: !isEmail(typed()) && problems.emailInvalid })) return;
    // An on-screen keyboard would cover toasts.
    if (!hasFinePointer()) field.current?.blur();
    start();
  };
  const choose = (email: string) => {
    if (field.current) field.current.value = email;
    chosen.current = email;
    start();
  };
  const { onInput, ...fieldProps } = fieldOf('email');

  return (
    <form {...noNativeSubmit} onSubmit={submit}>
      <EmailField
        ref={field}
        {...guest.email}
        dir="ltr"
        className="rtl:text-end"
        // `type="email"` would turn other scripts into "xn--…".
        type="text"
        defaultValue={storedEmail()}
        {...fieldProps}
        onInput={() => {
          onInput();
          void suggestions();
          setQuestion(null);
          forgetUnsent();
        }}
      />
      {captcha}
      {question && !captcha ? (
        <question.Step typed={question.typed} meant={question.meant} pending={pending} onChoose={choose} />
      ) : (
        <Button type="submit" pending={pending} className="mt-5 w-full">
          {pending ? guest.sending : guest.continue}
        </Button>
      )}
    </form>
  );
}
