import { KeyRound } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { CurrentUser, Factor, FactorKinds } from '../../../../contract/auth/auth.ts';
import { TOTP_DIGITS } from '../../../../contract/auth/second-factor.rules.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { askForPasskey, hasPasskeys } from '../../../lib/passkey.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { formClass, noAutocorrect, TextField } from '../../../ui/fields/field.tsx';

type Typed = 'totp' | 'recoveryCode';

interface SecondStepProps {
  kinds: FactorKinds;
  onSignedIn: (user: CurrentUser) => Promise<void>;
  onStartOver: (why?: string) => void;
}

export function SecondStep({ kinds, onSignedIn, onStartOver }: SecondStepProps) {
  const { signIn, shared } = useMessages();
  const words = signIn.secondStep;
  const [way, setWay] = useState<Typed>(kinds.totp ? 'totp' : 'recoveryCode');
  const [pending, setPending] = useState<Typed | 'passkey' | null>(null);
  const isChecking = pending !== null && pending !== 'passkey';
  const [problem, setProblem] = useState<string | null>(null);
  const { problems } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const canType = kinds.totp || kinds.recoveryCode;
  // On phones a focused field opens the keyboard, which is in the way of users with a passkey.
  useEffect(() => (canType && !kinds.passkey ? field : heading).current?.focus(), [canType, kinds.passkey]);

  const finish = async (name: Typed | 'passkey', factor: () => Promise<Factor>) => {
    setPending(name);
    setProblem(null);
    try {
      return await onSignedIn(await api('POST /api/auth/login/second-step', { body: await factor() }));
    } catch (error) {
      if (error instanceof ApiError && error.id === 'sign_in_expired') return onStartOver(error.sentence);
      setProblem(error instanceof ApiError ? sentenceOf(error, shared.pleaseTryAgain) : shared.passkeyNotUsed);
    }
    setPending(null);
    if (name !== 'passkey') field.current?.select();
  };
  const send = (value: string) => finish(way, async () => ({ [way]: value }) as Factor);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending !== null) return;
    const value = field.current?.value.trim() ?? '';
    if (value === '') return setProblem(way === 'totp' ? problems.appCodeMissing : problems.recoveryCodeMissing);
    send(value);
  };
  const typed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setProblem(null);
    const digits = target.value.replaceAll(/\s/g, '');
    if (way === 'totp' && digits.length === TOTP_DIGITS && pending === null) send(digits);
  };
  const choose = (next: Typed) => {
    setWay(next);
    setProblem(null);
    if (field.current) field.current.value = '';
    field.current?.focus();
  };
  const byPasskey = () =>
    finish('passkey', async () => ({
      passkey: await askForPasskey(await api('POST /api/auth/login/passkey/options')),
    }));
  const typedField = { ref: field, dir: 'ltr', onChange: typed, error: problem ?? undefined } as const;

  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-16 font-semibold outline-none">
          {words.title}
        </h2>
        <p className="mt-0.5 text-muted">{words.description}</p>
      </div>
      {kinds.passkey && hasPasskeys() && (
        <Button
          variant={canType ? 'secondary' : 'primary'}
          pending={pending === 'passkey'}
          onClick={byPasskey}
          className="w-full"
        >
          {pending !== 'passkey' && <KeyRound size={16} aria-hidden />}
          {words.usePasskey}
        </Button>
      )}
      {/* Announced, because the last digit submits without moving the focus. */}
      {canType && (
        <div aria-live="polite">
          {way === 'totp' ? (
            <TextField
              key="totp"
              label={words.appCode}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={TOTP_DIGITS + 1}
              {...noAutocorrect}
              {...typedField}
            />
          ) : (
            <TextField
              key="recovery"
              label={words.recoveryCode}
              autoComplete="off"
              hint={words.worksOnce}
              {...noAutocorrect}
              {...typedField}
            />
          )}
        </div>
      )}
      {!canType && problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      {canType && (
        <Button type="submit" pending={isChecking} className="w-full">
          {isChecking ? words.checking : words.continue}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-13">
        {kinds.totp && kinds.recoveryCode && (
          <LinkButton onClick={() => choose(way === 'totp' ? 'recoveryCode' : 'totp')}>
            {way === 'totp' ? words.useRecoveryCode : words.useAppCode}
          </LinkButton>
        )}
        <LinkButton onClick={() => onStartOver()}>{words.startOver}</LinkButton>
      </div>
    </form>
  );
}
