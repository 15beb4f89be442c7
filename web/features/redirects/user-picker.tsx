import { type Ref, useState } from 'react';
import { SEARCHED_FOR } from '../../../contract/users/account-details.rules.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useFoundUsers, useLinkedUser } from '../../lib/api/find-users.ts';
import { useSearchParam } from '../../lib/url/use-search-param.ts';
import { useMay } from '../../lib/use-may.ts';
import { Combobox, type ComboboxOption, useDebounced } from '../../ui/fields/combobox.tsx';

/** The user is in the URL, because other pages link to it. */
export function useUserInAddress() {
  const [id, setId] = useSearchParam('user');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const isKnown = id === '' || chosen?.id === id;
  const linked = useLinkedUser(id, !isKnown);
  const user = isKnown ? (id ? chosen : null) : (linked.data ?? null);
  return {
    user,
    isLoading: !isKnown && linked.isPending,
    isMissing: !isKnown && linked.isError,
    choose: (next: ComboboxOption | null) => {
      setChosen(next);
      setId(next?.id ?? '');
    },
  };
}

interface UserPickerProps {
  address: ReturnType<typeof useUserInAddress>;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

export function UserPicker({ address, error, ref }: UserPickerProps) {
  const { user, isLoading, isMissing, choose } = address;
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const { mayManage } = useMay();
  // Only admins can redirect staff.
  const found = useFoundUsers(q, { role: mayManage('admin') ? undefined : 'user' });
  const busy = q !== text.trim() || found.isFetching;
  const { options = [], hasMore = false } = found.data ?? {};

  const status = () => {
    if (found.isError && !busy) return sentenceOf(found.error, "Couldn't search users");
    if (options.length === 0) return busy ? 'Searching…' : 'No users found';
    return hasMore ? 'Type to find more' : null;
  };
  return (
    <Combobox
      ref={ref}
      label="User"
      placeholder={isLoading ? 'Loading…' : `Search by ${SEARCHED_FOR}`}
      hint={user?.detail || undefined}
      error={error ?? (isMissing ? "The user in this link wasn't found. Please select one." : undefined)}
      value={user}
      onChange={choose}
      options={found.isError ? [] : options}
      onSearch={setText}
      busy={busy}
      status={status()}
    />
  );
}
