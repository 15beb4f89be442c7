import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '../../../../contract/auth/auth.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useHydrated } from '../../../lib/hydrated.ts';
import { useMessages } from '../../../lib/messages.ts';
import { askForPasskey, hasPasskeys, offersInFields } from '../../../lib/passkey.ts';
import { Button } from '../../../ui/button.tsx';

const signInWithPasskey = async (fromField: boolean): Promise<CurrentUser> => {
  const passkey = await askForPasskey(await api('POST /api/auth/login/passkey/options'), fromField);
  return api('POST /api/auth/login/passkey', { body: { passkey } });
};

let offered = false;

interface Finish {
  onFailed: (why: string) => void;
  onSignedIn: (user: CurrentUser) => Promise<void>;
}

/** Offers passkeys as autofill of the username field. Only once: a second challenge would end the first. */
export async function offerPasskeys({ onFailed, onSignedIn }: Finish): Promise<void> {
  if (offered) return;
  offered = true;
  try {
    if (await offersInFields()) await onSignedIn(await signInWithPasskey(true));
  } catch (error) {
    // Autofill is optional: only a passkey that the server rejected is an error.
    if (error instanceof ApiError && error.status === 401) onFailed(error.sentence);
    offered = false;
  }
}

export function PasskeyButton({ onFailed, onSignedIn }: Finish) {
  const { signIn: texts, shared } = useMessages();
  const [pending, setPending] = useState(false);
  // Prerendered for all, as nearly every browser has passkeys.
  const isHydrated = useHydrated();
  if (isHydrated && !hasPasskeys()) return null;
  const signIn = async () => {
    setPending(true);
    try {
      await onSignedIn(await signInWithPasskey(false));
    } catch (error) {
      onFailed(error instanceof ApiError ? error.sentence : shared.passkeyNotUsed);
    }
    setPending(false);
  };
  return (
    <Button variant="secondary" pending={pending} onClick={signIn} className="w-full">
      {!pending && <KeyRound size={16} aria-hidden />}
      {texts.withPasskey}
    </Button>
  );
}
