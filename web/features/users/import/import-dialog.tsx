import { CircleAlert, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IMPORT_BYTES_MAX } from '../../../../contract/users.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useStayOnPage } from '../../../ui/overlays/stay-on-page.tsx';
import { type ImportReport, useImport, useImportCheck } from '../api.ts';
import { describeCheck, describeImport, ImportProblems, Outcome } from './import-report.tsx';
import { ImportSource } from './import-source.tsx';

const TOO_BIG = 'This file is too big. Please split it into smaller ones.';

/** From a file to accounts: it is checked first, and nobody is created before somebody has seen the outcome. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [sendByMail, setSendByMail] = useState(false);
  const check = useImportCheck();
  const run = useImport();
  useStayOnPage(run.isPending);

  const choose = (chosen: File) => {
    setFile(chosen);
    run.reset();
    check.reset();
    if (chosen.size <= IMPORT_BYTES_MAX) check.mutate(chosen);
  };
  const another = () => {
    setFile(null);
    check.reset();
    run.reset();
  };
  const start = () => {
    if (check.data && !run.isPending) run.mutate({ contents: check.data.copy, sendByMail });
  };

  const dialog = (content: ReactNode) => (
    <Dialog
      title="Import users"
      description="Each line of the file becomes an account with a temporary password."
      size="medium"
      holds={file !== null}
      busy={run.isPending}
      open
      onOpenChange={onClose}
    >
      {content}
    </Dialog>
  );
  if (!file) return dialog(<ImportSource onFile={choose} />);
  if (run.data) return dialog(<Imported report={run.data} onClose={onClose} />);
  const checked = check.data?.report;
  return dialog(
    <div className="flex flex-col gap-4">
      <ChosenFile file={file} onAnother={run.isPending ? undefined : another} />
      {file.size > IMPORT_BYTES_MAX && <Trouble text={TOO_BIG} />}
      {check.isPending && <Working text="Checking the file…" />}
      {check.isError && (
        <Trouble
          text={sentenceOf(check.error, 'The file could not be checked. Please choose it again.')}
          onRetry={() => check.mutate(file)}
        />
      )}
      {checked && (
        <>
          <Outcome fine={checked.bad === 0}>{describeCheck(checked)}</Outcome>
          <ImportProblems {...checked} />
          {checked.good > 0 && (
            <CheckboxField
              label="Send each their password by mail"
              hint="To those who have an e-mail address"
              checked={sendByMail}
              disabled={run.isPending}
              onChange={(event) => setSendByMail(event.target.checked)}
            />
          )}
        </>
      )}
      {run.isPending && (
        <Working text={`Importing ${counted(checked?.good ?? 0, 'user')}… This can take a few minutes.`} />
      )}
      {run.isError && <Trouble text={sentenceOf(run.error, 'The users could not be imported. Please try again.')} />}
      {checked && checked.good > 0 && (
        <div className="flex justify-end gap-2">
          <Button variant="secondary" disabled={run.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button pending={run.isPending} onClick={start}>
            Import {counted(checked.good, 'user')}
          </Button>
        </div>
      )}
    </div>,
  );
}

const ChosenFile = ({ file, onAnother }: { file: File; onAnother: (() => void) | undefined }) => (
  <p className="flex items-center gap-2.5 text-13">
    <FileText size={16} className="shrink-0 text-muted" aria-hidden />
    <bdi title={file.name} className="min-w-0 flex-1 truncate text-left font-medium">
      {file.name}
    </bdi>
    {onAnother && <TextButton onClick={onAnother}>Choose another file</TextButton>}
  </p>
);

const Imported = ({ report, onClose }: { report: ImportReport; onClose: () => void }) => (
  <div className="flex flex-col gap-4">
    <Outcome fine={report.bad === 0}>{describeImport(report)}</Outcome>
    <p className="text-13 text-muted">
      Each temporary password can be read in the user’s details until the first sign-in with it.
    </p>
    <ImportProblems {...report} />
    <div className="flex justify-end">
      <Button onClick={onClose}>Done</Button>
    </div>
  </div>
);

const Working = ({ text }: { text: string }) => (
  <p role="status" className="flex items-center gap-2 text-13 text-muted">
    <Spinner />
    {text}
  </p>
);

const Trouble = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <p role="alert" className="flex items-start gap-2 text-13 text-danger">
    <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    <span>
      {text} {onRetry && <TextButton onClick={onRetry}>Try again</TextButton>}
    </span>
  </p>
);
