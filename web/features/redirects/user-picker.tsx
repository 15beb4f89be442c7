import { type Ref, useState } from 'react';
import { sentenceOf } from '../../lib/api-error.ts';
import { Combobox, useDebounced } from '../../ui/fields/combobox.tsx';
import { useFoundUsers } from './find-users.ts';
import type { useUserAddress } from './user-address.ts';

interface UserPickerProps {
  address: ReturnType<typeof useUserAddress>;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

export function UserPicker({ address, error, ref }: UserPickerProps) {
  const { user, isLoading, isMissing, choose } = address;
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const found = useFoundUsers(q);
  const busy = q !== text.trim() || found.isFetching;
  const { options = [], hasMore = false } = found.data ?? {};

  const status = () => {
    if (found.isError && !busy) return sentenceOf(found.error, 'Users could not be searched');
    if (options.length === 0) return busy ? 'Searching…' : 'No users found';
    return hasMore ? 'Type to find more' : null;
  };
  return (
    <Combobox
      ref={ref}
      label="User"
      placeholder={isLoading ? 'Loading…' : 'Search by name or e-mail'}
      hint={user?.detail || undefined}
      error={error ?? (isMissing ? 'The user of this link was not found. Please select another.' : undefined)}
      value={user}
      onChange={choose}
      options={found.isError ? [] : options}
      onSearch={setText}
      busy={busy}
      status={status()}
    />
  );
}
