import { MessageSquare } from 'lucide-react';
import { useMessages } from '../../../../lib/messages.ts';
import { usePortal } from '../../../../lib/portal.ts';
import { WithSlots } from '../../../../lib/with-slots.tsx';

/** Who the message is from. */
export function PromptSender() {
  const { prompt } = useMessages().guest;
  const { organisation } = usePortal();
  return (
    <p className="mb-3 flex gap-2 text-13 font-medium wrap-anywhere text-accent-ink">
      <MessageSquare size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        <WithSlots message={prompt.sender} slots={{ organisation: <bdi>{organisation}</bdi> }} />
      </span>
    </p>
  );
}

/** The safety warning, which no setting can change. */
export function PromptWarning() {
  const { prompt } = useMessages().guest;
  const { mailFrom } = usePortal();
  const sender = (
    <bdi dir="ltr" className="font-mono text-12 wrap-anywhere text-ink">
      {mailFrom}
    </bdi>
  );
  return (
    <p className="mt-4 border-line border-t pt-3 text-13">
      <WithSlots message={prompt.warning} slots={{ sender }} />
    </p>
  );
}
