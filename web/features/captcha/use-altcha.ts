import { useCallback, useEffect, useRef, useState } from 'react';
import { solveChallenge } from './solve.ts';

export type CaptchaState = 'idle' | 'verifying' | 'verified' | 'expired' | 'failed';

/** A little less than the five minutes that the server allows, for the way there. */
const VALID_MS = 5 * 60_000 - 10_000;

interface Work {
  token: Promise<string>;
  startedAt: number;
  controller: AbortController;
}

function startWork(): Work {
  const controller = new AbortController();
  const token = solveChallenge(controller.signal);
  // Whoever waits for the token hears of a failure; work done ahead may fail unheard.
  token.catch(() => {});
  return { token, startedAt: Date.now(), controller };
}

/**
 * The work may be done ahead (`prepare`), so that people rarely wait, but its token is handed out
 * only after they used the control (`verify`).
 */
export function useAltcha(onToken: (token: string | null) => void) {
  const [state, setState] = useState<CaptchaState>('idle');
  const work = useRef<Work | null>(null);
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const drop = useCallback(() => {
    clearTimeout(expiry.current);
    work.current?.controller.abort();
    work.current = null;
  }, []);

  const end = (next: CaptchaState) => {
    drop();
    setState(next);
    onToken(null);
  };

  const prepare = () => {
    if (work.current && Date.now() - work.current.startedAt > VALID_MS) drop();
    work.current ??= startWork();
    return work.current;
  };

  const verify = async () => {
    if (state === 'verifying' || state === 'verified') return;
    setState('verifying');
    const mine = prepare();
    try {
      const token = await mine.token;
      if (work.current !== mine) return;
      setState('verified');
      onToken(token);
      expiry.current = setTimeout(() => end('expired'), mine.startedAt + VALID_MS - Date.now());
    } catch {
      if (work.current === mine) end('failed');
    }
  };

  useEffect(() => drop, [drop]);

  return { state, prepare, verify, reset: () => end('idle') };
}
