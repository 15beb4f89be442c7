import { type ComponentType, useEffect } from 'react';
import { askForStepUpBy } from '../../../lib/step-up.ts';
import { createStore } from '../../../lib/store.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import type { ProofDialogProps } from './step-up-dialog.tsx';

interface Question {
  Dialog: ComponentType<ProofDialogProps>;
  settle: (proven: boolean) => void;
}

const question = createStore<Question | null>(null);
/** One dialog for all calls that wait. */
let asking: Promise<boolean> | null = null;

const ask = () => {
  asking ??= put().finally(() => {
    asking = null;
    question.set(null);
  });
  return asking;
};

async function put(): Promise<boolean> {
  try {
    const { StepUpDialog } = await import('./step-up-dialog.tsx');
    return await new Promise<boolean>((settle) => question.set({ Dialog: StepUpDialog, settle }));
  } catch {
    toast({
      title: 'This could not be opened',
      description: 'The portal may have been updated, or the connection was lost. Please reload the page.',
      variant: 'error',
    });
    return false;
  }
}

/** Opens over everything; the call then continues. */
export function StepUpGate({ username }: { username: string }) {
  useEffect(() => askForStepUpBy(ask), []);
  const asked = question.use();
  return asked && <asked.Dialog username={username} onSettled={asked.settle} />;
}
