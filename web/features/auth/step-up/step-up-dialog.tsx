import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PROOF_MINUTES } from '../../../../contract/auth/second-factor.rules.ts';
import { type Answer, api, type Options } from '../../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { askForPasskey } from '../../../lib/passkey.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formClass, noAutocorrect, TextField } from '../../../ui/fields/field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

export interface StepUpDialogProps {
  username: string;
  onSettled: (proven: boolean) => void;
}

type Ways = Answer<'GET /api/auth/proof'>;
type Shown = Options<'POST /api/auth/proof'>['body'];
type Typed = 'password' | 'totp' | 'recoveryCode';

const missing = {
  password: 'currentPasswordMissing',
  totp: 'appCodeMissing',
  recoveryCode: 'recoveryCodeMissing',
} as const satisfies Record<Typed, string>;

function waysToType({ password, factors }: Ways): Typed[] {
  if (password) return ['password'];
  return (['totp', 'recoveryCode'] as const).filter((way) => factors[way]);
}

export function StepUpDialog({ username, onSettled }: StepUpDialogProps) {
  const { title, text } = useMessages().stepUp;
  return (
    <Dialog title={title} description={text(PROOF_MINUTES)} holds open onOpenChange={() => onSettled(false)}>
      <ProofForm username={username} onSettled={onSettled} />
    </Dialog>
  );
}

function ProofForm({ username, onSettled }: StepUpDialogProps) {
  const { notLoaded } = useMessages().stepUp;
  const known = useQuery({ queryKey: ['proof'], queryFn: () => api('GET /api/auth/proof'), gcTime: 0, staleTime: 0 });
  if (known.isError) return <LoadFailure query={known} title={notLoaded} />;
  if (!known.data) return <Skeleton className="h-28 animate-late" />;
  return <KnownWays ways={known.data} username={username} onSettled={onSettled} />;
}

function KnownWays({ ways: known, username, onSettled }: StepUpDialogProps & { ways: Ways }) {
  const { problems, shared, stepUp } = useMessages();
  const typed = waysToType(known);
  const [way, setWay] = useState<Typed | undefined>(typed[0]);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const prove = useMutation({
    mutationFn: (body: Shown) => api('POST /api/auth/proof', { body }),
    onSuccess: () => onSettled(true),
    onError: (error) => {
      setProblem(sentenceOf(error, shared.pleaseTryAgain));
      field.current?.select();
    },
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const answer = await askForPasskey(await api('POST /api/auth/proof/passkey/options'));
      return api('POST /api/auth/proof', { body: { passkey: answer } });
    },
    onMutate: () => setProblem(null),
    onSuccess: () => onSettled(true),
    // Browsers write their error messages for programmers.
    onError: (error) => setProblem(error instanceof ApiError ? error.sentence : shared.passkeyNotUsed),
  });
  const isPending = prove.isPending || passkey.isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way has another field
  useEffect(() => field.current?.focus(), [way]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In React this event would also reach the form of a dialog below.
    event.stopPropagation();
    const value = field.current?.value ?? '';
    if (isPending || way === undefined) return;
    if (value.trim() === '') return setProblem(problems[missing[way]]);
    setProblem(null);
    prove.mutate({ [way]: value } as Shown);
  };
  const choose = (next: Typed) => {
    setWay(next);
    setProblem(null);
  };
  const typedField = { ref: field, name: way, error: problem ?? undefined } as const;

  return (
    <form noValidate onSubmit={submit} className={formClass} key={way}>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {known.factors.passkey && (
        <Button
          variant={way === undefined ? 'primary' : 'secondary'}
          pending={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {!passkey.isPending && <KeyRound size={16} aria-hidden />}
          {stepUp.usePasskey}
        </Button>
      )}
      {way === 'password' && (
        <PasswordField label={stepUp.label.password} autoComplete="current-password" {...typedField} />
      )}
      {way === 'totp' && (
        <TextField
          label={stepUp.label.totp}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          dir="ltr"
          {...noAutocorrect}
          {...typedField}
        />
      )}
      {way === 'recoveryCode' && (
        <TextField
          label={stepUp.label.recoveryCode}
          autoComplete="off"
          hint={stepUp.recoveryCodeHint}
          dir="ltr"
          {...noAutocorrect}
          {...typedField}
        />
      )}
      {way === undefined && problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap gap-2 text-13">
          {typed
            .filter((other) => other !== way)
            .map((other) => (
              <TextButton key={other} onClick={() => choose(other)}>
                {stepUp.use[other]}
              </TextButton>
            ))}
        </span>
        <span className="ms-auto flex gap-2">
          <Button variant="secondary" onClick={() => onSettled(false)}>
            {shared.cancel}
          </Button>
          {way !== undefined && (
            <Button type="submit" pending={prove.isPending}>
              {prove.isPending ? stepUp.confirming : stepUp.confirm}
            </Button>
          )}
        </span>
      </div>
    </form>
  );
}
