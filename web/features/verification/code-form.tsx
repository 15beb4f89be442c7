import type { RefObject, SyntheticEvent } from 'react';
import { CODE_LENGTH, CODE_TOO_SHORT } from '../../../contract/verification.rules.ts';
import { Button } from '../../ui/button.tsx';
import { asTyped, TextField, useFieldErrors } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { CodeTimer } from './code-timer.tsx';

/** Longer than any code, because pasted text may bring spaces and dashes. */
const MAX_LENGTH = 64;

const withoutSeparators = (text: string) => text.replace(/[\s\-–—]/g, '');

interface CodeFormProps {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  onCodeChange: (code: string) => void;
  onSubmit: () => void;
  pending: boolean;
  secondsLeft: number | null;
}

export function CodeForm({ field, code, onCodeChange, onSubmit, pending, secondsLeft }: CodeFormProps) {
  const { fieldOf, show } = useFieldErrors<'code'>();
  const expired = secondsLeft === 0 && !pending;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (pending) return;
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
        hint={expired ? 'This code has expired. Please request a new one.' : `The ${CODE_LENGTH} digits from our mail`}
        {...fieldOf('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...asTyped}
        required
        maxLength={MAX_LENGTH}
        value={code}
        onChange={(event) => onCodeChange(withoutSeparators(event.target.value))}
        onKeyDown={(event) => {
          // A disabled button keeps Enter from submitting, and nothing would say why.
          if (event.key === 'Enter' && expired) submit(event);
        }}
        className="font-mono tracking-[0.35em] [--control-text:1.25rem]"
      />
      <div className="mt-3 mb-4">
        <CodeTimer secondsLeft={secondsLeft} />
      </div>
      <Button type="submit" pending={pending} disabled={expired} className="w-full">
        {pending ? 'Verifying...' : expired ? 'Code Expired' : 'Continue'}
      </Button>
    </form>
  );
}
