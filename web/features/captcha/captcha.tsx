import { Check } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { messages, useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { solveChallenge } from './api.ts';
import type { CaptchaHandle, CaptchaProps } from './provider-captcha.tsx';

export function useCaptcha() {
  const ref = useRef<CaptchaHandle>(null);
  const [token, setToken] = useState<string | null>(null);
  return {
    box: <Captcha ref={ref} onToken={setToken} />,
    prepare: () => ref.current?.prepare(),
    reset: () => {
      ref.current?.reset();
      ref.current?.prepare();
    },
    requireToken: () => {
      if (!token) {
        toast({ title: messages().problems.captchaMissing, variant: 'error' });
        ref.current?.focus();
      }
      return token;
    },
  };
}

const ProviderCaptcha = lazy(() =>
  import('./provider-captcha.tsx').then((file) => ({ default: file.ProviderCaptcha })),
);

export function Captcha(props: CaptchaProps) {
  const { provider, siteKey } = usePortal().captcha;
  if (provider === 'altcha') return <Altcha {...props} />;
  return (
    <Suspense fallback={<div className="h-20" />}>
      <ProviderCaptcha {...props} provider={provider} siteKey={siteKey ?? ''} />
    </Suspense>
  );
}

type CaptchaState = 'idle' | 'verifying' | 'slow' | 'verified' | 'expired' | 'failed';

/** The server demands more work while many sign in. */
const SLOW_AFTER_MS = 4_000;

/** The server allows five minutes; leave time for the request. */
const VALID_MS = 5 * 60_000 - 10_000;

const isWorking = (state: CaptchaState) => state === 'verifying' || state === 'slow';

function startWork() {
  const controller = new AbortController();
  const token = solveChallenge(controller.signal);
  token.catch(() => {});
  return { token, startedAt: Date.now(), controller };
}

/** `prepare` works ahead so that people rarely wait; only `verify` hands out the token. */
function useAltcha(onToken: (token: string | null) => void) {
  const [state, setState] = useState<CaptchaState>('idle');
  const work = useRef<ReturnType<typeof startWork>>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const drop = useCallback(() => {
    clearTimeout(timer.current);
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
    if (isWorking(state) || state === 'verified') return;
    setState('verifying');
    const mine = prepare();
    timer.current = setTimeout(() => setState('slow'), SLOW_AFTER_MS);
    try {
      const token = await mine.token;
      if (work.current !== mine) return;
      clearTimeout(timer.current);
      setState('verified');
      onToken(token);
      timer.current = setTimeout(() => end('expired'), mine.startedAt + VALID_MS - Date.now());
    } catch {
      if (work.current === mine) end('failed');
    }
  };

  useEffect(() => drop, [drop]);

  return { state, prepare, verify, reset: () => end('idle') };
}

function Altcha({ onToken, ref }: CaptchaProps) {
  const { captcha } = useMessages().shared;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const { state, prepare, verify, reset } = useAltcha(onToken);
  useImperativeHandle(ref, () => ({ prepare, reset, focus: () => box.current?.focus() }));
  const verified = state === 'verified';
  const trouble = state === 'expired' || state === 'failed';
  return (
    <div className="flex h-14 items-center gap-3 rounded-control border border-line bg-canvas pe-4">
      <label className="flex h-full shrink-0 items-center gap-3 ps-4 font-medium">
        <span className="relative flex size-5 items-center justify-center text-accent-ink">
          <input
            ref={box}
            type="checkbox"
            checked={verified}
            onChange={verify}
            aria-busy={isWorking(state)}
            aria-describedby={id}
            className="absolute inset-0 appearance-none rounded-small border border-control bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-muted"
          />
          <span className="pointer-events-none relative text-accent-ink">
            {isWorking(state) && <Spinner />}
            {verified && <Check size={14} strokeWidth={3} className="text-white" aria-hidden />}
          </span>
        </span>
        {captcha.label}
      </label>
      <p
        id={id}
        role="status"
        className={`min-w-0 flex-1 text-end text-12 ${trouble ? 'text-danger' : verified ? 'text-success' : 'text-muted'}`}
      >
        {state !== 'idle' && captcha[state]}
      </p>
    </div>
  );
}
