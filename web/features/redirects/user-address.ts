import { useState } from 'react';
import { useSearchParam } from '../../lib/use-search-param.ts';
import type { ComboboxOption } from '../../ui/fields/combobox.tsx';
import { useLinkedUser } from './find-users.ts';

/** Whom the form is about is in the address: other pages lead here with somebody chosen already. */
export function useUserAddress() {
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
