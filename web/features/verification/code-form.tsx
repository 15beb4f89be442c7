import type { RefObject, SyntheticEvent } from 'react';
import { CODE_LENGTH, CODE_TOO_SHORT } from '../../../contract/verification/verification.rules.ts';
import { Button } from '../../ui/button.tsx';
import { asTyped, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { CodeTimer } from './code-timer.tsx';
import type { CodeEnd } from './progress.ts';

/** Longer than any code, because pasted text may bring spaces and dashes. */
const MAX_LENGTH = 64;

const withoutSeparators = (text: string) => text.replace(/[\s\-–—]/g, '');

const EXPIRED = 'This code has expired. Please request a new one.';
const DEAD = 'Too many wrong codes. Please request a new one.';

interface CodeFormProps {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  onCodeChange: (code: string) => void;
  onSubmit: () => void;
  pending: boolean;
  secondsLeft: number | null;
  /** Why the code is of no use any more; null while it is. */
  end: CodeEnd | null;
  /** The sentence with which the last try was refused, until the guest types. */
  refusal: string | null;
  /** Something else is the next thing to do. */
  quiet: boolean;
}

export function CodeForm(props: CodeFormProps) {
  const { field, code, onCodeChange, onSubmit, pending, secondsLeft, end, refusal, quiet } = props;
  const { fieldOf, show } = useFieldErrors<'code'>();
  const { error, ...own } = fieldOf('code');
  const expired = end === 'expired';

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (pending || end === 'dead') return;
    if (expired) {
      const description = 'Your verification code has expired. Please request a new one.';
      return toast({ title: 'Code expired', description, variant: 'error' });
    }
    const form = field.current?.form;
    if (form && !show(form, { code: code.length < CODE_LENGTH && CODE_TOO_SHORT })) onSubmit();
  };

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label="Enter the code*"
        hint={`The ${CODE_LENGTH} digits from our mail`}
        {...own}
        error={expired ? EXPIRED : end === 'dead' ? (refusal ?? DEAD) : (error ?? refusal ?? undefined)}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...asTyped}
        required
        maxLength={MAX_LENGTH}
        value={code}
        // It keeps the focus, and says to screen readers why nothing can be typed.
        readOnly={end === 'dead'}
        onChange={(event) => onCodeChange(withoutSeparators(event.target.value))}
        onKeyDown={(event) => {
          // A disabled button keeps Enter from submitting, and nothing would say why.
          if (event.key === 'Enter' && expired) submit(event);
        }}
        className={`font-mono tracking-[0.35em] [--control-text:1.25rem] ${end ? 'bg-sunken!' : ''}`}
      />
      {/* A clock that stands at zero says nothing more. */}
      {end ? <div className="h-5" /> : <CodeTimer secondsLeft={secondsLeft} />}
      {end !== 'dead' && (
        <Button
          type="submit"
          variant={expired || quiet ? 'secondary' : 'primary'}
          pending={pending}
          disabled={expired}
          className="w-full"
        >
          {pending ? 'Verifying...' : expired ? 'Code Expired' : 'Continue'}
        </Button>
      )}
    </form>
  );
}
