import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { UserDetails } from '../../../contract/users.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

const words = {
  used: 'Temporary password used, own one not chosen yet',
  own: 'Set by the user',
  first_run: 'Set at installation',
};

/** As many dots for every password: their number would tell something. */
const MASK = '••••••••••';

export function PasswordFact({ password: { state, temporary } }: Pick<UserDetails, 'password'>) {
  const [shown, setShown] = useState(false);
  if (state !== 'temporary') return words[state];
  if (temporary === null) return 'Temporary password';
  return (
    <>
      <span className="-my-1.5 flex items-center">
        <span className="mr-1 min-w-0 font-mono wrap-anywhere">{shown ? temporary : MASK}</span>
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        />
        <CopyButton label="Copy password" text={temporary} />
      </span>
      <span className="mt-1 block text-12 text-muted">Temporary: readable here until the first sign-in with it</span>
    </>
  );
}
