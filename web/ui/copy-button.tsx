import { Check, Copy } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';

/** Plain http has no clipboard API. */
function copyByCommand(text: string) {
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', answer);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', answer);
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

const SAID_FOR_MS = 2000;

export function CopyButton({ label, text, ref }: { label: string; text: string; ref?: Ref<HTMLButtonElement> }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const { shared } = useMessages();
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <span role="status" className="text-12 text-muted">
        {outcome && (outcome === 'copied' ? shared.copied : shared.copyFailed)}
      </span>
      <IconButton
        ref={ref}
        icon={outcome === 'copied' ? Check : Copy}
        label={label}
        className={outcome === 'copied' ? 'text-success' : ''}
        onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')}
      />
    </span>
  );
}
