import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { Button, compactClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import './printed-sheet.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

export function RecoveryCodesDialog(props: RecoveryCodesProps) {
  const { title, text } = useMessages().account.recoveryCodes;
  return (
    <Dialog title={title} description={text} size="medium" busy open onOpenChange={() => {}}>
      <RecoveryCodes {...props} />
    </Dialog>
  );
}

function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const words = useMessages().account.recoveryCodes;
  const { organisation } = usePortal();
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  const heading = words.sheetTitle(organisation);
  const text = `${heading}\n${words.sheetText}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <div className="rounded-control border border-line bg-sunken">
        <ol aria-label={words.label} className="grid gap-1 px-4 py-3 font-mono select-all">
          {codes.map((code) => (
            <li key={code}>
              <bdi dir="ltr">{code}</bdi>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-1 border-line border-t px-2 py-1.5">
          <Button
            variant="ghost"
            className={compactClass}
            onClick={() => downloadFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            <Download size={16} aria-hidden />
            {words.download}
          </Button>
          <Button variant="ghost" className={compactClass} onClick={() => print()}>
            <Printer size={16} aria-hidden />
            {words.print}
          </Button>
          <span className="ms-auto">
            <CopyButton ref={copy} label={words.copy} text={text} />
          </span>
        </div>
      </div>
      <p className="mt-3 text-12 text-muted">{words.keepSafe}</p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onSaved}>{words.saved}</Button>
      </div>
      <PrintedSheet heading={heading} text={words.sheetText} codes={codes} />
    </>
  );
}

/** Shown only in print (printed-sheet.css). */
const PrintedSheet = ({ heading, text, codes }: { heading: string; text: string; codes: readonly string[] }) =>
  createPortal(
    <div data-printed>
      <p className="text-20 font-semibold">{heading}</p>
      <p className="mt-1">{text}</p>
      <ol className="mt-6 grid gap-2 font-mono text-16">
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ol>
    </div>,
    document.body,
  );
