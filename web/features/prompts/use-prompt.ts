import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { usePolling } from '../../lib/use-polling.ts';

/** What the support team asks this guest for now. The server is told as soon as it is on the screen. */
export function usePrompt(everyMs: number | null, otherwise: string) {
  const [message, setMessage] = useState<string | null>(null);
  usePolling(async () => {
    const prompt = await api('GET /api/guest/check-prompt');
    if (!prompt.showPrompt) return;
    setMessage(prompt.message || otherwise);
    // Waited for, so that the next question does not find the same prompt again.
    await api('POST /api/guest/clear-prompt');
  }, everyMs);
  return { message, close: () => setMessage(null) };
}
