import { useState } from 'react';
import type { AuditKind } from '../../../../contract/log/activity.rules.ts';
import { matches } from '../../../lib/match.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { isKind, kindLabel, kindOptions } from './kinds.ts';

interface KindFieldProps {
  value: AuditKind | '';
  onChange: (kind: AuditKind | '') => void;
}

export function KindField({ value, onChange }: KindFieldProps) {
  const [text, setText] = useState('');
  const found = kindOptions.filter(({ label, group }) => matches({ label, words: group }, text));
  return (
    <Combobox
      label="Kind"
      placeholder="Any kind"
      value={value === '' ? null : { id: value, name: kindLabel(value), detail: '' }}
      onChange={(option) => onChange(option && isKind(option.id) ? option.id : '')}
      options={found.map(({ kind, group, label }) => ({ id: kind, name: label, detail: '', group }))}
      onSearch={setText}
      busy={false}
      status={found.length === 0 ? 'Nothing matches. Try another word.' : null}
    />
  );
}
