import { Check } from 'lucide-react';
import { useId, useImperativeHandle, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import type { CaptchaProps } from './handle.ts';
import { type CaptchaState, useAltcha } from './use-altcha.ts';

const words: Record<CaptchaState, string> = {
  idle: '',
  verifying: 'Verifying...',
  verified: 'Verified',
  expired: 'Expired, please check again',
  failed: 'Could not verify, please try again',
};

/** The proof of work behind a control that looks and behaves like a checkbox. */
export function Altcha({ onToken, ref }: CaptchaProps) {
  const id = useId();
  const box = useRef<HTMLButtonElement>(null);
  const { state, prepare, verify, reset } = useAltcha(onToken);
  useImperativeHandle(ref, () => ({ prepare, reset, focus: () => box.current?.focus() }));
  const verified = state === 'verified';
  const trouble = state === 'expired' || state === 'failed';
  return (
    <div className="flex h-14 items-center gap-3 rounded-control border border-line bg-canvas pr-3">
      <button
        ref={box}
        type="button"
        role="checkbox"
        aria-checked={verified}
        aria-busy={state === 'verifying'}
        aria-describedby={id}
        onClick={verify}
        className="group flex h-full shrink-0 items-center gap-3 rounded-control pl-4 font-medium"
      >
        <span className="flex size-5 items-center justify-center rounded-small border border-control bg-surface text-accent-ink transition-colors group-hover:border-muted group-aria-checked:border-accent group-aria-checked:bg-accent group-aria-checked:text-white">
          {state === 'verifying' && <Spinner />}
          {verified && <Check size={14} strokeWidth={3} aria-hidden />}
        </span>
        I'm not a robot
      </button>
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
