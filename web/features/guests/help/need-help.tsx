import { useRef, useState } from 'react';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { toastFailure } from '../../../ui/overlays/toast.ts';
import { SupportContact } from '../../boot/support-contact.tsx';
import { helpState, withdrawHelp } from './api.ts';
import type { HelpDialog } from './help-dialog.tsx';

/** Few guests open the dialog, so it is loaded on demand. */
export function NeedHelp() {
  const { failed, help } = useMessages().guest;
  const state = helpState.use();
  const [Dialog, setDialog] = useState<typeof HelpDialog | null>(null);
  const [loading, setLoading] = useState(false);
  const section = useRef<HTMLElement>(null);

  const open = async () => {
    setLoading(true);
    await import('./help-dialog.tsx').then(
      (file) => setDialog(() => file.HelpDialog),
      (error: unknown) => toastFailure(failed.title, error, help.unavailable),
    );
    setLoading(false);
  };

  const reason = state?.reason ?? null;
  return (
    <>
      <section
        ref={section}
        aria-label={help.label}
        tabIndex={-1}
        className={`mt-8 text-center text-14 text-muted outline-none ${reason ? 'rounded-card border border-line bg-surface p-4' : ''}`}
      >
        {/* Always rendered: screen readers announce only changes inside it. */}
        <p role="status" className="font-semibold text-ink">
          {reason && (state?.attended ? help.attended : help.asked)}
        </p>
        {reason ? (
          <Asked reason={reason} onOther={open} onWithdrawn={() => section.current?.focus()} />
        ) : (
          <LinkButton pending={loading} onClick={open}>
            {help.need}
          </LinkButton>
        )}
      </section>
      {Dialog && <Dialog onClose={() => setDialog(null)} focusAfter={section} />}
    </>
  );
}

interface AskedProps {
  reason: HelpReason;
  onOther: () => void;
  onWithdrawn: () => void;
}

function Asked({ reason, onOther, onWithdrawn }: AskedProps) {
  const { failed, help } = useMessages().guest;
  const [pending, setPending] = useState(false);
  const withdraw = async () => {
    setPending(true);
    try {
      await withdrawHelp();
      // The focused button disappears.
      onWithdrawn();
    } catch (error) {
      toastFailure(failed.title, error, failed.unknown);
      setPending(false);
    }
  };
  return (
    <>
      <p className="mt-1 mb-4 text-balance">{help.chosen(help.reasons[reason])}</p>
      <SupportContact className="mb-4" />
      <Button variant="secondary" pending={pending} onClick={withdraw} className="mb-4 w-full">
        {help.withdraw}
      </Button>
      <LinkButton onClick={onOther}>{help.chooseOther}</LinkButton>
    </>
  );
}
