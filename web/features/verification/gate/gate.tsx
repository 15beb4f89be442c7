import { type ReactNode, useEffect, useState } from 'react';
import { useWasPrerendered } from '../../../lib/hydrated.ts';
import { usePolling } from '../../../lib/use-polling.ts';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { needsVerification, validateToken } from './api.ts';

type State = 'checking' | 'open' | 'shut' | 'unanswered';

const ASK_AGAIN_EVERY = 5000;

/** A used token in the address would be refused at the next reload. */
function removeTokenFromUrl() {
  const url = new URL(location.href);
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
}

async function passesWithToken(): Promise<boolean> {
  const token = new URLSearchParams(location.search).get('token');
  if (!token) return false;
  const answer = await validateToken(token);
  if (answer === 'valid') {
    removeTokenFromUrl();
    return true;
  }
  const refused = answer === 'unreachable' ? null : answer.refused;
  toast({ title: 'Verification failed', description: refused ?? 'Invalid verification token', variant: 'error' });
  return false;
}

const askServer = async (): Promise<State> => ((await needsVerification()) ? 'shut' : 'open');

/** Shows the guest pages to guests who may see them. Others do not learn that there is something. */
export function Gate({ shut, children }: { shut: ReactNode; children: ReactNode }) {
  // The server draws the page for those whom it lets in, and sends it to nobody else.
  const wasPrerendered = useWasPrerendered();
  const [state, setState] = useState<State>(wasPrerendered ? 'open' : 'checking');

  useEffect(() => {
    if (wasPrerendered) return;
    passesWithToken()
      .then((passes) => (passes ? 'open' : askServer()))
      .then(setState, () => setState('unanswered'));
  }, [wasPrerendered]);

  // A connection that failed is no refusal: the page continues by itself when the server answers.
  usePolling(async () => setState(await askServer()), state === 'unanswered' ? ASK_AGAIN_EVERY : null);

  if (state === 'checking') return <Loading />;
  return state === 'open' ? children : shut;
}
