import { useRef, useState } from 'react';
import { HELP_WORDS, type HelpReason } from '../../../../contract/guests/help.rules.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { toastFailure } from '../../../ui/overlays/toast.ts';
import { SupportContact } from '../../boot/support-contact.tsx';
import { helpState, withdrawHelp } from './api.ts';
import type { HelpDialog } from './help-dialog.tsx';

/** What few guests see is loaded when they ask for it. */
export function NeedHelp() {
  const state = helpState.use();
  const [Dialog, setDialog] = useState<typeof HelpDialog | null>(null);
  const [loading, setLoading] = useState(false);
  const section = useRef<HTMLElement>(null);

  const open = async () => {
    setLoading(true);
    await import('./help-dialog.tsx').then(
      (file) => setDialog(() => file.HelpDialog),
      (error: unknown) => toastFailure('Error', error, "We couldn't load the choices. Please try again."),
    );
    setLoading(false);
  };

  const reason = state?.reason ?? null;
  return (
    <>
      <section
        ref={section}
        aria-label="Help"
        tabIndex={-1}
        className={`mt-8 text-center text-14 text-muted outline-none ${reason ? 'rounded-card border border-line bg-surface p-4' : ''}`}
      >
        {/* Always rendered: screen readers announce only changes inside it. */}
        <p role="status" className="font-semibold text-ink">
          {reason && describeHelp(state?.attended ?? false)}
        </p>
        {reason ? (
          <Asked reason={reason} onOther={open} onWithdrawn={() => section.current?.focus()} />
        ) : (
          <LinkButton pending={loading} onClick={open}>
            I need help
          </LinkButton>
        )}
      </section>
      {Dialog && <Dialog onClose={() => setDialog(null)} focusAfter={section} />}
    </>
  );
}

const describeHelp = (attended: boolean) =>
  attended ? 'The support team is helping you.' : "We've told the support team.";

interface AskedProps {
  reason: HelpReason;
  onOther: () => void;
  onWithdrawn: () => void;
}

function Asked({ reason, onOther, onWithdrawn }: AskedProps) {
  const [pending, setPending] = useState(false);
  const withdraw = async () => {
    setPending(true);
    try {
      await withdrawHelp();
      // The focused button goes.
      onWithdrawn();
    } catch (error) {
      toastFailure('Error', error, 'An error occurred');
      setPending(false);
    }
  };
  return (
    <>
      <p className="mt-1 mb-4 text-balance">
        You chose “{HELP_WORDS[reason]}”. Please keep this page open. You'll see the answer here.
      </p>
      <SupportContact className="mb-4" />
      <Button variant="secondary" pending={pending} onClick={withdraw} className="mb-4 w-full">
        I don't need help any more
      </Button>
      <LinkButton onClick={onOther}>Choose something else</LinkButton>
    </>
  );
}
