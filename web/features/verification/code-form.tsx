import type { RefObject, SyntheticEvent } from 'react';
import { CODE_LENGTH } from '../../../contract/verification/verification.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { noAutocorrect, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { currentToast, toast } from '../../ui/overlays/toast.ts';
import { CodeTimer } from './code-timer.tsx';
import type { CodeEnd } from './progress.ts';

/** Leaves room for pasted spaces and dashes. */
const MAX_LENGTH = 64;

const withoutSeparators = (text: string) => text.replace(/[\s\-–—]/g, '');

interface CodeFormProps {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  onCodeChange: (code: string) => void;
  onSubmit: () => void;
  pending: boolean;
  secondsLeft: number | null;
  end: CodeEnd | null;
  refusal: string | null;
  quiet: boolean;
}

export function CodeForm(props: CodeFormProps) {
  const { field, code, onCodeChange, onSubmit, pending, secondsLeft, end, refusal, quiet } = props;
  const { guest, guestLater } = useMessages();
  const { fieldOf, show } = useFieldErrors<'code'>();
  const { problems } = useMessages();
  const { error, ...own } = fieldOf('code');
  const expired = end === 'expired';
  const told = currentToast.use();
  // The field shows the problem once the toast is gone.
  const isTold = told?.open && told.variant === 'error';

  const ended = { expired: guestLater.code.expiredProblem, dead: refusal ?? guestLater.code.tooManyWrong };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (pending || end === 'dead') return;
    if (expired) return toast({ ...guestLater.code.expiredToast, variant: 'error' });
    const form = field.current?.form;
    if (form && !show(form, { code: code.length < CODE_LENGTH && problems.codeTooShort(CODE_LENGTH) })) onSubmit();
  };

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={guestLater.code.label}
        hint={guestLater.code.hint(CODE_LENGTH)}
        {...own}
        error={error ?? (isTold ? undefined : end ? ended[end] : refusal) ?? undefined}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...noAutocorrect}
        required
        maxLength={MAX_LENGTH}
        value={code}
        // Unlike a disabled field, a read-only one keeps the focus and is announced.
        readOnly={end === 'dead'}
        onChange={(event) => onCodeChange(withoutSeparators(event.target.value))}
        onKeyDown={(event) => {
          // A disabled submit button would ignore Enter silently.
          if (event.key === 'Enter' && expired) submit(event);
        }}
        className={`font-mono tracking-[0.35em] rtl:text-end [--control-text:1.25rem] ${end ? 'bg-sunken!' : ''}`}
      />
      {end === 'dead' ? <div className="h-5" /> : <CodeTimer secondsLeft={expired ? 0 : secondsLeft} />}
      {end !== 'dead' && (
        <Button
          type="submit"
          variant={expired || quiet ? 'secondary' : 'primary'}
          pending={pending}
          disabled={expired}
          className="w-full"
        >
          {pending ? guestLater.code.verifying : expired ? guestLater.code.expired : guest.continue}
        </Button>
      )}
    </form>
  );
}
