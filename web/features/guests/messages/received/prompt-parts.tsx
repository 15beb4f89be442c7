import { MessageSquare } from 'lucide-react';
import { usePortal } from '../../../../lib/portal.ts';

/** Who the message is from. */
export function PromptSender() {
  const { organisation } = usePortal();
  return (
    <p className="mb-3 flex gap-2 text-13 font-medium wrap-anywhere text-accent-ink">
      <MessageSquare size={16} className="mt-0.5 shrink-0" aria-hidden />
      Message from the support team of {organisation}
    </p>
  );
}

/** No setting can change it. */
export function PromptWarning() {
  const { mailFrom } = usePortal();
  return (
    <p className="mt-4 border-line border-t pt-3 text-13">
      Only the code from our mail (<span className="font-mono text-12 wrap-anywhere text-ink">{mailFrom}</span>) belongs
      here. Never tell anyone your code.
    </p>
  );
}
