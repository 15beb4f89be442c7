import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
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

export const RecoveryCodesDialog = (props: RecoveryCodesProps) => (
  <Dialog
    title="Save your recovery codes"
    description="If you lose your device, each code signs you in once. We won’t show them again."
    size="medium"
    busy
    open
    onOpenChange={() => {}}
  >
    <RecoveryCodes {...props} />
  </Dialog>
);

function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { organisation } = usePortal();
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  const heading = `Recovery codes for ${organisation}`;
  const text = `${heading}\nEach code works once.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <div className="rounded-control border border-line bg-sunken">
        <ol aria-label="Recovery codes" className="grid gap-1 px-4 py-3 font-mono select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-1 border-line border-t px-2 py-1.5">
          <Button
            variant="ghost"
            className={compactClass}
            onClick={() => downloadFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            <Download size={16} aria-hidden />
            Download
          </Button>
          <Button variant="ghost" className={compactClass} onClick={() => print()}>
            <Printer size={16} aria-hidden />
            Print
          </Button>
          <span className="ms-auto">
            <CopyButton ref={copy} label="Copy recovery codes" text={text} />
          </span>
        </div>
      </div>
      <p className="mt-3 text-12 text-muted">
        Keep them with your passwords or on paper, not on the device they replace.
      </p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
      <PrintedSheet heading={heading} codes={codes} />
    </>
  );
}

/** Shown only in print (printed-sheet.css). */
const PrintedSheet = ({ heading, codes }: { heading: string; codes: readonly string[] }) =>
  createPortal(
    <div data-printed>
      <p className="text-20 font-semibold">{heading}</p>
      <p className="mt-1">Each code works once.</p>
      <ol className="mt-6 grid gap-2 font-mono text-16">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>,
    document.body,
  );
