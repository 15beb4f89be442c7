import { Check, Copy } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
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
const words = { copied: 'Copied', failed: "Couldn't copy. Select the text instead." };

export function CopyButton({ label, text, ref }: { label: string; text: string; ref?: Ref<HTMLButtonElement> }) {
  const [outcome, setOutcome] = useState<keyof typeof words | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <span role="status" className="text-12 text-muted">
        {outcome && words[outcome]}
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
