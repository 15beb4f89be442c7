import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { EmailCodeInput, NewEmailInput } from '../../../../contract/account/email.ts';
import { CODE_LENGTH } from '../../../../contract/verification/verification.rules.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { useSecondsLeft } from '../../../lib/use-seconds-left.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { Button, TextButton } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmailField, formClass, noAutocorrect, TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { countdown } from '../../../ui/time/format.ts';
import {
  useCancelEmailChange,
  useConfirmEmailChange,
  useEmailChange,
  useRequestEmailChange,
  type WaitingChange,
} from './api.ts';

export function EmailChangeDialog({ email }: { email: string | null }) {
  const { email: words } = useMessages().account;
  const [open, setOpen] = useState(false);
  const query = useEmailChange(open);
  /** Set when the new address turned out to be taken; the dialog then asks for another one. */
  const [taken, setTaken] = useState<{ email: string; sentence: string } | null>(null);
  const close = () => setOpen(false);
  return (
    <Dialog
      title={email === null ? words.add : words.change}
      description={words.description}
      trigger={<Button variant="secondary">{email === null ? words.openToAdd : words.openToChange}</Button>}
      holds
      open={open}
      onOpenChange={(isOpen) => {
        setTaken(null);
        setOpen(isOpen);
      }}
    >
      {query.isPending || query.isError ? (
        <Loaded query={query} skeleton={<Skeleton className="h-28" />} failure={words.notLoaded}>
          {() => null}
        </Loaded>
      ) : query.data ? (
        <CodeStep
          change={query.data}
          onDone={close}
          onTaken={(sentence) => setTaken({ email: query.data?.email ?? '', sentence })}
        />
      ) : (
        <EmailStep typed={taken?.email ?? ''} problem={taken?.sentence} />
      )}
    </Dialog>
  );
}

function EmailStep({ typed, problem }: { typed: string; problem: string | undefined }) {
  const { account, shared } = useMessages();
  const words = account.email;
  const { field, handleSubmit, setServerError } = useSchemaForm(NewEmailInput, { email: typed });
  const request = useRequestEmailChange();
  const onError = (error: unknown) => {
    if (!setServerError(error, { bad_input: 'email', address_unreachable: 'email' }))
      toastFailure(words.codeNotSent, error, shared.pleaseTryAgain);
  };
  const submit = handleSubmit(({ email }) => {
    if (!request.isPending) request.mutate(email, { onError });
  });
  const { error = problem, ...address } = field('email');
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <EmailField label={words.newAddress} error={error} {...address} />
      <Button type="submit" pending={request.isPending} className="self-start">
        {request.isPending ? words.sending : words.sendCode}
      </Button>
    </form>
  );
}

interface CodeStepProps {
  change: WaitingChange;
  onDone: () => void;
  onTaken: (sentence: string) => void;
}

function CodeStep({ change, onDone, onTaken }: CodeStepProps) {
  const { account, shared } = useMessages();
  const words = account.email;
  const { field, handleSubmit, setServerError, setFocus, reset } = useSchemaForm(EmailCodeInput, { code: '' });
  const confirm = useConfirmEmailChange();
  const request = useRequestEmailChange();
  const cancel = useCancelEmailChange();
  const secondsLeft = useSecondsLeft(change.endsAt) ?? 0;
  const hasExpired = secondsLeft === 0;

  const submit = handleSubmit(({ code }) => {
    if (confirm.isPending) return;
    confirm.mutate(code, {
      onSuccess: ({ email }) => {
        toastSuccess(words.changed.title, words.changed.text(email));
        onDone();
      },
      onError: (error) => {
        if (setServerError(error, { code_refused: 'code' })) return;
        if (error instanceof ApiError && error.id === 'email_taken') {
          // The code is used up, so the user needs another address.
          onTaken(error.sentence);
          cancel.mutate();
        } else toastFailure(words.notChanged, error, shared.pleaseTryAgain);
      },
    });
  });
  const sendAnother = () =>
    request.mutate(change.email, {
      onSuccess: () => {
        reset({ code: '' });
        setFocus('code');
        toastSuccess(words.anotherSent.title, words.anotherSent.text);
      },
      onError: (error) => toastFailure(words.codeNotSent, error, shared.pleaseTryAgain),
    });

  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <p className="flex items-start gap-2.5 rounded-control bg-sunken px-3 py-2.5 text-13">
        <MailCheck size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          <WithSlots
            message={words.onItsWay}
            slots={{
              email: (
                <strong className="block font-medium wrap-anywhere">
                  <bdi dir="ltr">{change.email}</bdi>
                </strong>
              ),
            }}
          />
        </span>
      </p>
      <TextField
        label={words.code}
        hint={hasExpired ? words.codeExpired : words.codeExpires(countdown(secondsLeft * 1000))}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...noAutocorrect}
        autoFocus
        maxLength={64}
        dir="ltr"
        placeholder={'0'.repeat(CODE_LENGTH)}
        className="font-mono tracking-[0.35em]"
        {...field('code')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Button type="submit" pending={confirm.isPending}>
          {confirm.isPending ? words.confirming : words.confirm}
        </Button>
        <span className="-mx-1 flex flex-wrap gap-x-2 text-13">
          <TextButton pending={request.isPending} onClick={sendAnother}>
            {words.sendAnother}
          </TextButton>
          <TextButton pending={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.useAnother}
          </TextButton>
        </span>
      </div>
    </form>
  );
}
