import { useState } from 'react';
import type { Answer } from '../../../lib/api/api.ts';
import { messages } from '../../../lib/messages.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { useBeginApp } from './api.ts';
import { AddPasskeyDialog } from './passkey-dialogs.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

type Step =
  | { name: 'passkey' }
  | { name: 'app'; offer: Answer<'POST /api/auth/second-factor/totp'> }
  | { name: 'codes'; codes: readonly string[] };

export function useAddFactor(onDone: () => void = () => {}) {
  const [step, setStep] = useState<Step | null>(null);
  const begin = useBeginApp();
  const close = () => setStep(null);
  const done = () => {
    close();
    const { title, text } = messages().account.factors.added;
    toast({ title, description: text, variant: 'success', acrossPages: true });
    onDone();
  };
  const added = (codes: readonly string[] | null) => (codes === null ? done() : setStep({ name: 'codes', codes }));
  return {
    addPasskey: () => setStep({ name: 'passkey' }),
    addApp: () => begin.mutate(undefined, { onSuccess: (offer) => setStep({ name: 'app', offer }) }),
    isBeginning: begin.isPending,
    dialog: (
      <>
        {step?.name === 'passkey' && <AddPasskeyDialog onAdded={added} onClose={close} />}
        {step?.name === 'app' && <AddAppDialog offer={step.offer} onAdded={added} onClose={close} />}
        {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} onSaved={done} />}
      </>
    ),
  };
}
