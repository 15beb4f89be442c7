import { useId } from 'react';
import type { Role } from '../../../contract/users/users.rules.ts';
import { roleWords } from './role-words.ts';

interface RoleChoiceProps {
  roles: readonly Role[];
  value: Role;
  disabled?: boolean;
  onChange: (role: Role) => void;
}

export function RoleChoice({ roles, value, disabled = false, onChange }: RoleChoiceProps) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="sr-only">Role</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="relative flex items-start gap-3 rounded-control border border-line px-3 py-2 text-13 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={id}
            value={role}
            aria-label={roleWords[role].label}
            aria-describedby={`${id}-${role}`}
            checked={role === value}
            onChange={() => onChange(role)}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className="mt-0.5 size-4 shrink-0 rounded-full border border-control bg-surface peer-checked:border-5 peer-checked:border-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium">{roleWords[role].label}</span>
            <span id={`${id}-${role}`} className="block text-12 text-muted">
              {roleWords[role].may}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
