import { ArrowRight, Check } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { MY_DATA_PATH } from '../../../contract/verification/verification.rules.ts';
import type { GuestState } from '../../../contract/verification/verification.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { useTitle } from '../../lib/use-title.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button, LinkButton, linkClass } from '../../ui/button.tsx';
import { guestState } from './api.ts';
import { fromState, progress, setProgress } from './progress.ts';

const SiteReceipt = lazy(() =>
  import('../programs/embed/site-receipt.tsx').then((file) => ({ default: file.SiteReceipt })),
);

const ASK_AGAIN_EVERY = 5000;

/** The whole address is shown only for a while. Null from then until the server has sent the masked one. */
function useShownEmail({ email, wholeForMs }: NonNullable<GuestState['confirmed']>): string | null {
  const askedAt = progress.use()?.askedAt ?? 0;
  const isOver = useSecondsLeft(wholeForMs > 0 ? askedAt + wholeForMs : null) === 0;
  usePolling(async () => setProgress(fromState(await guestState(), Date.now())), isOver ? ASK_AGAIN_EVERY : null);
  return isOver ? null : email;
}

interface ConfirmedProps {
  confirmed: NonNullable<GuestState['confirmed']>;
  onLeave: () => void;
  onAnother: () => void;
}

/** Replaces the form until the guest wants to confirm another address. */
export function Confirmed({ confirmed, onLeave, onAnother }: ConfirmedProps) {
  const words = useMessages().guestLater.confirmed;
  const { exitUrl } = confirmed;
  const { organisation, site } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  const email = useShownEmail(confirmed);
  useTitle(words.title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const address = (
    <bdi dir="ltr" className="font-mono text-14 wrap-anywhere text-ink">
      {email}
    </bdi>
  );
  const onward = exitUrl ? (
    <>
      <Button onClick={onLeave} className="mt-8 h-auto! min-h-(--control-height) w-full py-2 whitespace-normal!">
        <span className="min-w-0 wrap-anywhere">
          <WithSlots message={words.leave} slots={{ host: <bdi dir="ltr">{new URL(exitUrl).host}</bdi> }} />
        </span>
        <ArrowRight size={16} className="shrink-0 rtl:-scale-x-100" aria-hidden />
      </Button>
      <p className="mt-4 text-14 text-muted">{words.orClose}</p>
    </>
  ) : (
    <p className="mt-1 text-16 text-muted">{words.close}</p>
  );
  return (
    <section aria-label={words.label} className="animate-appear text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-success-soft text-success" aria-hidden>
        <Check size={32} strokeWidth={2.5} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-28 font-semibold tracking-tight">
        {words.title}
      </h1>
      <p className="mt-3 text-16 text-pretty text-muted">
        <WithSlots
          message={email === null ? words.unnamed : words.email}
          slots={{ email: address, organisation: <bdi>{organisation}</bdi> }}
        />
      </p>
      {site ? (
        <Suspense fallback={null}>
          <SiteReceipt site={site} otherwise={onward} />
        </Suspense>
      ) : (
        onward
      )}
      <p className="mt-10 border-line border-t pt-6 text-14">
        <LinkButton onClick={onAnother}>{words.another}</LinkButton>
      </p>
      {email !== null && confirmed.wholeForMs > 0 && (
        <p className="mt-6 text-14">
          <Link href={MY_DATA_PATH} className={linkClass}>
            {words.myData}
          </Link>
        </p>
      )}
    </section>
  );
}
