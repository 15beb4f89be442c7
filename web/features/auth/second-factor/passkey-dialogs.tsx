import { type FormEvent, useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../../contract/auth/second-factor.rules.ts';
import { Button } from '../../../ui/button.tsx';
import { formClass, TextField, useFieldErrors } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAddPasskey, useRenamePasskey } from './api.ts';

function nameOfDevice(): string {
  const names: [pattern: RegExp, name: string][] = [
    [/iphone/i, 'iPhone'],
    [/ipad/i, 'iPad'],
    [/android/i, 'Android phone'],
    [/mac os/i, 'Mac'],
    [/windows/i, 'Windows computer'],
  ];
  return names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? 'This computer';
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
  const { fieldOf, show } = useFieldErrors<'name'>();
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    if (pending || show(event.currentTarget, { name: !typed && 'Please enter a name' })) return;
    onSubmit(typed);
  };
  return (
    <form noValidate onSubmit={submitted} className={formClass}>
      <TextField
        label="Name"
        hint={hint}
        defaultValue={name}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        {...fieldOf('name')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={pending} onClick={onCancel}>
          Cancel
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
  const { mutate, isPending } = useAddPasskey();
  return (
    <Dialog
      title="Add a passkey"
      description="Your device asks for your fingerprint, your face or its PIN. None of that leaves your device."
      holds
      open
      onOpenChange={onClose}
    >
      <NameForm
        name={nameOfDevice()}
        hint="To recognise it in your list"
        submit={isPending ? 'Follow your device...' : 'Add passkey'}
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
  const { mutate, isPending } = useRenamePasskey(passkey.id);
  const [was] = useState(passkey.name);
  return (
    <Dialog title="Rename passkey" description="Only you see its name." holds open onOpenChange={onClose}>
      <NameForm
        name={was}
        submit="Rename"
        pending={isPending}
        onSubmit={(name) => mutate(name, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
