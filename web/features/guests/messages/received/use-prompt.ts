import { useState } from 'react';
import type { PromptKind } from '../../../../../contract/guests/messages.rules.ts';
import { api } from '../../../../lib/api/api.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import type { PromptPopup } from './prompt-popup.tsx';

interface ShownPrompt {
  message: string;
  kind: PromptKind;
  Popup: typeof PromptPopup;
}

/** A page shows replies and the prompt for its own field; the other prompt waits for its page. */
export function usePrompt(everyMs: number | null, own: 'email' | 'code') {
  const [shown, setShown] = useState<ShownPrompt | null>(null);
  usePolling(async () => {
    const { message, kind } = await api('GET /api/guest/check-prompt');
    if (message === null || kind === null || kind === (own === 'email' ? 'code' : 'email')) return;
    // Lazy: few guests see it.
    const { PromptPopup } = await import('./prompt-popup.tsx');
    setShown({ message, kind, Popup: PromptPopup });
    // Awaited, so that the next poll does not get the same prompt.
    await api('POST /api/guest/clear-prompt');
  }, everyMs);
  return { shown, close: () => setShown(null) };
}
