import { useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A password that is in front of somebody this once. The button that copies it gets the focus. */
export function TemporaryPassword({ password }: { password: string }) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <div>
      <p className="mb-1.5 text-13 font-medium">Temporary password</p>
      <div className="flex min-h-12 items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1.5 pr-2 pl-4">
        <code className="font-mono text-16 tracking-wide wrap-anywhere select-all">{password}</code>
        <CopyButton ref={copy} label="Copy password" text={password} />
      </div>
      <p className="mt-2 text-12 text-muted">
        Shown once here. Until it is used it can also be read in the user’s details; at the first sign-in the user
        chooses their own.
      </p>
    </div>
  );
}
