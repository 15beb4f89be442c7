import { type ReactNode, useEffect, useState } from 'react';
import { useWasPrerendered } from '../../../lib/hydrated.ts';
import { messages } from '../../../lib/messages.ts';
import { usePolling } from '../../../lib/use-polling.ts';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { needsVerification, validateToken } from './api.ts';

type State = 'checking' | 'open' | 'shut' | 'unanswered';

const ASK_AGAIN_EVERY = 5000;

/** The token may be in the fragment, which stays out of logs and referrers. */
const tokenInUrl = () =>
  new URLSearchParams(location.search).get('token') ?? new URLSearchParams(location.hash.slice(1)).get('token');

/** A reload would send the used token again, and fail. */
function removeTokenFromUrl() {
  const url = new URL(location.href);
  url.searchParams.delete('token');
  url.hash = '';
  history.replaceState(history.state, '', url);
}

async function passesWithToken(): Promise<boolean> {
  const token = tokenInUrl();
  if (!token) return false;
  const answer = await validateToken(token);
  if (answer === 'valid') {
    removeTokenFromUrl();
    return true;
  }
  const { link } = messages().guest;
  const refused = answer === 'unreachable' ? null : answer.refused;
  toast({ title: link.failed, description: refused ?? link.invalid, variant: 'error' });
  return false;
}

const askServer = async (): Promise<State> => ((await needsVerification()) ? 'shut' : 'open');

/** Guests without access see a 404. */
export function Gate({ shut, children }: { shut: ReactNode; children: ReactNode }) {
  // The server sends the prerendered page only to guests with access.
  const wasPrerendered = useWasPrerendered();
  const [state, setState] = useState<State>(wasPrerendered ? 'open' : 'checking');

  useEffect(() => {
    if (wasPrerendered) return;
    passesWithToken()
      .then((passes) => (passes ? 'open' : askServer()))
      .then(setState, () => setState('unanswered'));
  }, [wasPrerendered]);

  usePolling(async () => setState(await askServer()), state === 'unanswered' ? ASK_AGAIN_EVERY : null);

  if (state === 'checking') return <Loading />;
  return state === 'open' ? children : shut;
}
