import { type ChangeEvent, type FormEvent, useRef } from 'react';
import { TOTP_DIGITS, TOTP_PERIOD_S } from '../../../../contract/auth/second-factor.rules.ts';
import type { Answer } from '../../../lib/api/api.ts';
import { isStepUpDeclined, sentenceOf } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formClass, noAutocorrect, TextField, useFieldErrors } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useConfirmApp } from './api.ts';
import { QrCode } from './qr-code.tsx';

interface AddAppDialogProps {
  offer: Answer<'POST /api/auth/second-factor/totp'>;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The code proves that the app has the right secret and time. */
export function AddAppDialog({ offer, onAdded, onClose }: AddAppDialogProps) {
  const { account, problems, shared } = useMessages();
  const words = account.app;
  const { mutate, isPending } = useConfirmApp();
  const form = useRef<HTMLFormElement>(null);
  const { fieldOf, show } = useFieldErrors<'code'>();
  const { onInput, ...field } = fieldOf('code');

  const showError = (code: string) => {
    if (form.current) show(form.current, { code });
  };
  const confirm = (code: string) =>
    mutate(code, {
      onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
      onError: (error) => {
        if (!isStepUpDeclined(error)) showError(sentenceOf(error, shared.pleaseTryAgain));
      },
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    if (code === '') showError(problems.appCodeMissing);
    else confirm(code);
  };
  const onTyped = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onInput();
    const digits = target.value.replaceAll(/\s/g, '');
    if (digits.length === TOTP_DIGITS && !isPending) confirm(digits);
  };

  return (
    <Dialog title={words.title} description={words.text(TOTP_PERIOD_S)} size="medium" holds open onOpenChange={onClose}>
      <form ref={form} noValidate onSubmit={submit} className={formClass}>
        <div className="flex flex-wrap justify-center gap-5">
          <QrCode text={offer.uri} label={words.qrCode} />
          <div className="min-w-0 grow basis-60">
            <p className="text-13">{words.scan}</p>
            <div className="mt-2 flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1.5 pe-2 ps-3">
              <code dir="ltr" className="font-mono text-13 wrap-anywhere select-all">
                {inFours(offer.secret)}
              </code>
              <CopyButton label={words.copyKey} text={offer.secret} />
            </div>
            <p className="mt-2 text-12 text-muted">{words.keepSecret}</p>
          </div>
        </div>
        {/* Announced, because the last digit submits without moving the focus. */}
        <div aria-live="polite">
          <TextField
            label={words.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={'0'.repeat(TOTP_DIGITS)}
            maxLength={TOTP_DIGITS + 1}
            dir="ltr"
            className="font-mono tracking-[0.35em]"
            {...noAutocorrect}
            {...field}
            onChange={onTyped}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" pending={isPending}>
            {isPending ? words.adding : words.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
