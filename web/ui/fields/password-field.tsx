import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Field, type FieldText, inputClass, noAutocorrect } from './field.tsx';

export function PasswordField({ label, hint, error, ...rest }: FieldText & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} hint={capsLock ? 'Caps Lock is on' : hint} error={error}>
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
            label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="-translate-y-1/2 absolute top-1/2 end-1.5"
          />
        </div>
      )}
    </Field>
  );
}
