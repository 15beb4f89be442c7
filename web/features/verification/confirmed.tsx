import { ArrowRight, CircleCheck } from 'lucide-react';
import type { GuestState } from '../../../contract/verification/verification.ts';
import { Button } from '../../ui/button.tsx';

type ConfirmedProps = NonNullable<GuestState['confirmed']> & { onLeave: () => void };

export const Confirmed = ({ email, exitUrl, onLeave }: ConfirmedProps) => (
  <section aria-label="Confirmed" className="mt-6 mb-10 animate-appear rounded-card border border-line bg-surface p-5">
    <div className="flex items-start gap-3">
      <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden />
      <div className="min-w-0">
        <p className="text-16 font-medium text-pretty">
          <span className="font-mono text-14 wrap-anywhere">{email}</span> is confirmed
        </p>
        <p className="mt-1 text-14 text-muted">
          {exitUrl ? 'There is nothing more to do here.' : 'There is nothing more to do here. You can close this page.'}
        </p>
      </div>
    </div>
    {exitUrl && (
      <Button onClick={onLeave} className="mt-5 h-auto! min-h-(--control-height) w-full py-2 whitespace-normal!">
        <span className="min-w-0 wrap-anywhere">Go on to {new URL(exitUrl).host}</span>
        <ArrowRight size={16} className="shrink-0" aria-hidden />
      </Button>
    )}
  </section>
);
