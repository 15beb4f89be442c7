import { type ChangeEvent, type FormEvent, useRef } from 'react';
import { TOTP_DIGITS } from '../../../../contract/auth/second-factor.rules.ts';
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
  const { mutate, isPending } = useConfirmApp();
  const form = useRef<HTMLFormElement>(null);
  const { fieldOf, show } = useFieldErrors<'code'>();
  const { problems } = useMessages();
  const { onInput, ...field } = fieldOf('code');

  const showError = (code: string) => {
    if (form.current) show(form.current, { code });
  };
  const confirm = (code: string) =>
    mutate(code, {
      onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
      onError: (error) => {
        if (!isStepUpDeclined(error)) showError(sentenceOf(error, 'Please try again'));
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
    <Dialog
      title="Add an authenticator app"
      description="It shows a new code every 30 seconds, even offline."
      size="medium"
      holds
      open
      onOpenChange={onClose}
    >
      <form ref={form} noValidate onSubmit={submit} className={formClass}>
        <div className="flex flex-wrap justify-center gap-5">
          <QrCode text={offer.uri} label="QR code for your app" />
          <div className="min-w-0 grow basis-60">
            <p className="text-13">Scan this with the app on your phone, or type this key into it:</p>
            <div className="mt-2 flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1.5 pe-2 ps-3">
              <code className="font-mono text-13 wrap-anywhere select-all">{inFours(offer.secret)}</code>
              <CopyButton label="Copy key" text={offer.secret} />
            </div>
            <p className="mt-2 text-12 text-muted">Anyone with this key can create your codes. Don’t share it.</p>
          </div>
        </div>
        {/* Announced, because the last digit submits without moving the focus. */}
        <div aria-live="polite">
          <TextField
            label="Current code in the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={'0'.repeat(TOTP_DIGITS)}
            maxLength={TOTP_DIGITS + 1}
            className="font-mono tracking-[0.35em]"
            {...noAutocorrect}
            {...field}
            onChange={onTyped}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Checking...' : 'Add app'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
