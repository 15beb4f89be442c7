import { type FormEvent, useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../../contract/auth/second-factor.rules.ts';
import type { Messages } from '../../../../contract/language/messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { formClass, TextField, useFieldErrors } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAddPasskey, useRenamePasskey } from './api.ts';

function nameOfDevice(words: Messages['account']['passkey']): string {
  const names: [pattern: RegExp, name: string][] = [
    [/iphone/i, 'iPhone'],
    [/ipad/i, 'iPad'],
    [/android/i, words.androidPhone],
    [/mac os/i, 'Mac'],
    [/windows/i, words.windowsComputer],
  ];
  return names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? words.thisComputer;
}

interface NameFormProps {
  name: string;
  hint?: string;
  submit: string;
  pending: boolean;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

function NameForm({ name, hint, submit, pending, onSubmit, onCancel }: NameFormProps) {
  const { account, problems, shared } = useMessages();
  const { fieldOf, show } = useFieldErrors<'name'>();
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    if (pending || show(event.currentTarget, { name: !typed && problems.nameMissing })) return;
    onSubmit(typed);
  };
  return (
    <form noValidate onSubmit={submitted} className={formClass}>
      <TextField
        label={account.passkey.name}
        hint={hint}
        defaultValue={name}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        {...fieldOf('name')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={pending} onClick={onCancel}>
          {shared.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

interface AddPasskeyDialogProps {
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const words = useMessages().account.passkey;
  const { mutate, isPending } = useAddPasskey();
  return (
    <Dialog title={words.addTitle} description={words.addText} holds open onOpenChange={onClose}>
      <NameForm
        name={nameOfDevice(words)}
        hint={words.nameHint}
        submit={isPending ? words.adding : words.add}
        pending={isPending}
        onSubmit={(name) => mutate(name, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface RenamePasskeyDialogProps {
  passkey: { id: string; name: string };
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const words = useMessages().account.passkey;
  const { mutate, isPending } = useRenamePasskey(passkey.id);
  const [was] = useState(passkey.name);
  return (
    <Dialog title={words.renameTitle} description={words.renameText} holds open onOpenChange={onClose}>
      <NameForm
        name={was}
        submit={words.rename}
        pending={isPending}
        onSubmit={(name) => mutate(name, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
