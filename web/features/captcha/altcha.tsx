import { Check } from 'lucide-react';
import { useId, useImperativeHandle, useRef } from 'react';
import { Spinner } from '../../ui/feedback/loading.tsx';
import type { CaptchaProps } from './handle.ts';
import { type CaptchaState, useAltcha } from './use-altcha.ts';

const words: Record<CaptchaState, string> = {
  idle: '',
  verifying: 'Verifying...',
  verified: 'Verified',
  expired: 'Expired, please check again',
  failed: 'Could not verify, please try again',
};

/** The proof of work behind a checkbox, which is ticked when the work is done. */
export function Altcha({ onToken, ref }: CaptchaProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const { state, prepare, verify, reset } = useAltcha(onToken);
  useImperativeHandle(ref, () => ({ prepare, reset, focus: () => box.current?.focus() }));
  const verified = state === 'verified';
  const trouble = state === 'expired' || state === 'failed';
  return (
    <div className="flex h-14 items-center gap-3 rounded-control border border-line bg-canvas pr-4">
      <label className="flex h-full shrink-0 items-center gap-3 pl-4 font-medium">
        <span className="relative flex size-5 items-center justify-center text-accent-ink">
          <input
            ref={box}
            type="checkbox"
            checked={verified}
            onChange={verify}
            aria-busy={state === 'verifying'}
            aria-describedby={id}
            className="absolute inset-0 appearance-none rounded-small border border-control bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-muted"
          />
          <span className="pointer-events-none relative text-accent-ink">
            {state === 'verifying' && <Spinner />}
            {verified && <Check size={14} strokeWidth={3} className="text-white" aria-hidden />}
          </span>
        </span>
        I'm not a robot
      </label>
      <p
        id={id}
        role="status"
        className={`min-w-0 flex-1 text-right text-12 ${trouble ? 'text-danger' : verified ? 'text-success' : 'text-muted'}`}
      >
        {words[state]}
      </p>
    </div>
  );
}
