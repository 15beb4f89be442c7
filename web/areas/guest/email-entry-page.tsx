import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CONFIRM_ANOTHER } from '../../../contract/verification/verification.rules.ts';
import { NeedHelp } from '../../features/guests/help/need-help.tsx';
import { ExitScreen, LeaveScreen, useGuestRedirect } from '../../features/guests/messages/received/follow-redirects.ts';
import { usePrompt } from '../../features/guests/messages/received/use-prompt.ts';
import { usePageLog } from '../../features/verification/api.ts';
import { EmailForm } from '../../features/verification/email-form.tsx';
import { progress } from '../../features/verification/progress.ts';
import { Confirmed } from '../../features/verification/resume.ts';
import { storedEmail } from '../../features/verification/stored-verification.ts';
import { useMessages } from '../../lib/messages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { linkClass } from '../../ui/button.tsx';
import { hasFinePointer } from '../../ui/pointer.ts';

const PROMPT_EVERY = 2000;

function EnterEmail({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { guest } = useMessages();
  useTitle(guest.title);

  // A returning guest corrects the address. Others must read the page before an on-screen keyboard opens.
  useEffect(() => {
    if (storedEmail() || (hasFinePointer() && document.activeElement === document.body))
      field.current?.focus({ preventScroll: true });
  }, [field]);

  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">{guest.title}</h1>
      <p className="mt-2 mb-8 text-16 text-pretty text-muted">{guest.introduction}</p>
      <EmailForm field={field} />
      <p className="mt-6 text-center text-14 text-muted">
        <WithSlots
          message={guest.haveAccount}
          slots={{
            link: (words) => (
              <Link href="/auth" className={linkClass}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}

export function EmailEntryPage() {
  const field = useRef<HTMLInputElement>(null);
  const confirmed = progress.use()?.confirmed;
  const [isLeaving, setLeaving] = useState(false);
  const [wantsAnother, setWantsAnother] = useState(() => globalThis.history?.state === CONFIRM_ANOTHER);
  const exit = useGuestRedirect(isLeaving);
  const prompt = usePrompt(exit || isLeaving ? null : PROMPT_EVERY, 'email');
  usePageLog('Email Entry Page');

  if (exit) return <ExitScreen {...exit} />;
  if (isLeaving && confirmed?.exitUrl) return <LeaveScreen url={confirmed.exitUrl} stay={() => setLeaving(false)} />;
  return (
    <>
      {confirmed && !wantsAnother ? (
        <Suspense fallback={null}>
          <Confirmed confirmed={confirmed} onLeave={() => setLeaving(true)} onAnother={() => setWantsAnother(true)} />
        </Suspense>
      ) : (
        <EnterEmail field={field} />
      )}
      <NeedHelp />
      {prompt.shown && (
        <prompt.shown.Popup
          {...prompt.shown}
          onClose={() => {
            if (prompt.shown?.kind === 'email') setWantsAnother(true);
            prompt.close();
          }}
          field={field}
        />
      )}
    </>
  );
}
