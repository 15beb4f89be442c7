import { type ComponentProps, useId } from 'react';
import { TextField } from '../../ui/fields/field.tsx';
import { useGuests } from '../guest-activity/guests-query.ts';

/** Any address can be typed; those of guests who are known are suggested. */
export function GuestField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { data: guests = [] } = useGuests();
  const id = useId();
  return (
    <>
      <TextField
        {...props}
        label="Guest IP address"
        placeholder="192.0.2.7"
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={id}>
        {guests.map(({ ipAddress, lastPage, online }) => (
          <option key={ipAddress} value={ipAddress}>
            {`${online ? 'Online' : 'Gone'}, ${lastPage}`}
          </option>
        ))}
      </datalist>
    </>
  );
}
