import { type ComponentType, useEffect } from 'react';
import { registerStepUp } from '../../../lib/step-up.ts';
import { createStore } from '../../../lib/store.ts';
import { loadOverlay } from '../../../ui/overlays/load-overlay.ts';
import type { StepUpDialogProps } from './step-up-dialog.tsx';

interface OpenDialog {
  Dialog: ComponentType<StepUpDialogProps>;
  settle: (proven: boolean) => void;
}

const dialog = createStore<OpenDialog | null>(null);
/** One dialog for all calls that wait for a step-up. */
let pending: Promise<boolean> | null = null;

const ask = () => {
  pending ??= openDialog().finally(() => {
    pending = null;
    dialog.set(null);
  });
  return pending;
};

async function openDialog(): Promise<boolean> {
  const file = await loadOverlay(() => import('./step-up-dialog.tsx'));
  if (!file) return false;
  return new Promise((settle) => dialog.set({ Dialog: file.StepUpDialog, settle }));
}

export function StepUpGate({ username }: { username: string }) {
  useEffect(() => registerStepUp(ask), []);
  const open = dialog.use();
  return open && <open.Dialog username={username} onSettled={open.settle} />;
}
