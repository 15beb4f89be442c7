import { useState } from 'react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import { useFoundUsers } from '../../../lib/api/find-users.ts';
import { Combobox, type ComboboxOption, useDebounced } from '../../../ui/fields/combobox.tsx';

interface TargetFieldProps {
  value: string;
  name: string;
  onChange: (id: string) => void;
}

const looksLikeIp = (text: string) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i.test(text);

export function TargetField({ value, name, onChange }: TargetFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const q = useDebounced(typed);
  const isIp = looksLikeIp(typed);
  const isWanted = typed !== '' && !isIp;
  const users = useFoundUsers(q, { isWanted: isWanted && q !== '' });
  const busy = isWanted && (q !== typed || users.isFetching);
  const guest: ComboboxOption = {
    id: guestUserId(typed),
    name: guestName({ ipAddress: typed }),
    detail: 'Guest at this address',
  };
  const options = isIp ? [guest] : isWanted ? (users.data?.options ?? []) : [];
  return (
    <Combobox
      label="About"
      placeholder="Any user or guest"
      value={value === '' ? null : { id: value, name, detail: '' }}
      onChange={(option) => onChange(option?.id ?? '')}
      options={options}
      onSearch={setText}
      busy={busy}
      status={statusOf(typed, { busy, isError: users.isError, found: options.length })}
    />
  );
}

function statusOf(typed: string, { busy, isError, found }: { busy: boolean; isError: boolean; found: number }) {
  if (typed === '') return 'Type a name, email address or IP address';
  if (found > 0) return null;
  if (busy) return 'Searching…';
  return isError ? "Couldn't search users" : 'No one found';
}
