import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../button.tsx';
import { Field, type FieldText, inputClass, noAutocorrect } from './field.tsx';

export function PasswordField({ label, hint, error, ...rest }: FieldText & ComponentProps<'input'>) {
  const { passwordField } = useMessages().shared;
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} hint={capsLock ? passwordField.capsLock : hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...noAutocorrect}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            className={`${inputClass} pe-11`}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? passwordField.hide(label) : passwordField.show(label)}
            onClick={() => setShown(!shown)}
            className="-translate-y-1/2 absolute top-1/2 end-1.5"
          />
        </div>
      )}
    </Field>
  );
}
