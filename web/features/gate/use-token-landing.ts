import { useEffect, useState } from 'react';
import { validateToken } from './validate-token.ts';

export type Landing =
  | { state: 'verifying' }
  | { state: 'verified' }
  | { state: 'failed'; message: string; error: string };

const FAILED = 'Verification failed';

async function land(token: string | null): Promise<Landing> {
  if (!token) return { state: 'failed', message: 'No verification token provided', error: 'Missing token parameter' };
  const answer = await validateToken(token);
  if (answer === 'valid') return { state: 'verified' };
  if (answer === 'unreachable') return { state: 'failed', message: FAILED, error: 'Network error occurred' };
  return { state: 'failed', message: FAILED, error: answer.refused ?? 'Invalid or expired token' };
}

/** Uses up the token of the link, once. When the network was the problem, it tries again as soon as there is one. */
export function useTokenLanding(token: string | null): Landing {
  const [landing, setLanding] = useState<Landing>({ state: 'verifying' });
  useEffect(() => {
    let left = false;
    const run = () => land(token).then((next) => left || setLanding(next));
    run();
    // What the server already answered is only read again.
    addEventListener('online', run);
    return () => {
      left = true;
      removeEventListener('online', run);
    };
  }, [token]);
  return landing;
}
