import { CircleAlert, CircleCheck, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { csvLine } from '../../../contract/csv.ts';
import { ACCOUNT_DETAILS, eachDetail, IMPORT_COLUMNS } from '../../../contract/users/account-details.rules.ts';
import { IMPORT_BYTES_MAX, IMPORT_LINES_MAX, IMPORT_PROBLEMS_MAX } from '../../../contract/users/users.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Clipped } from '../../ui/clipped.tsx';
import { counted } from '../../ui/count.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useLeaveWarning } from '../../ui/overlays/leave-guard.tsx';
import { type ImportReport, useImport, useImportCheck } from './api.ts';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [sendByMail, setSendByMail] = useState(false);
  const isTooBig = file !== null && file.size > IMPORT_BYTES_MAX;
  const check = useImportCheck(isTooBig ? null : file, false);
  const { data: checked } = check;
  const mailCheck = useImportCheck(sendByMail && checked ? file : null, true, checked?.copy);
  const run = useImport();
  useLeaveWarning(run.isPending);

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setSendByMail(false);
    run.reset();
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
  const report = (sendByMail ? mailCheck : check).data?.report;
  return dialog(
    <div className="flex flex-col gap-4">
      <ChosenFile file={file} onAnother={run.isPending ? undefined : () => choose(null)} />
      {isTooBig && <Trouble text="This file is too big. Please split it into smaller ones." />}
      {check.isFetching && <Working text="Checking the file…" />}
      {check.isError && !check.isFetching && (
        <Trouble
          text={sentenceOf(check.error, "Couldn't check the file. Please choose it again.")}
          onRetry={check.refetch}
        />
      )}
      {report && (
        <>
          <Outcome fine={report.bad === 0}>{describeCheck(report)}</Outcome>
          <ImportProblems {...report} />
        </>
      )}
      {checked && checked.report.good > 0 && (
        <CheckboxField
          label="Send each user their password by email"
          hint="Lines without an email address are left out"
          checked={sendByMail}
          disabled={run.isPending}
          onChange={(event) => {
            setSendByMail(event.target.checked);
            run.reset();
          }}
        />
      )}
      {mailCheck.isFetching && <Working text="Checking the addresses…" />}
      {mailCheck.isError && !mailCheck.isFetching && (
        <Trouble text={sentenceOf(mailCheck.error, "Couldn't check the addresses. Please choose the file again.")} />
      )}
      {run.isPending && (
        <Working
          text={`Importing ${counted(report?.good ?? 0, 'user')}… This can take a few minutes. Keep this page open.`}
        />
      )}
      {run.isError && <Trouble text={sentenceOf(run.error, "Couldn't import the users. Please try again.")} />}
      {checked && report && report.good > 0 && (
        <div className="flex justify-end gap-2">
          <Button variant="secondary" disabled={run.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button pending={run.isPending} onClick={() => run.mutate({ contents: checked.copy, sendByMail })}>
            Import {counted(report.good, 'user')}
          </Button>
        </div>
      )}
    </div>,
  );
}

const MEGABYTE = 1024 * 1024;

const ImportSource = ({ onFile }: { onFile: (file: File) => void }) => (
  <>
    <FileDrop
      label="Choose a CSV file or drop it here"
      hint={`At most ${IMPORT_LINES_MAX.toLocaleString('en')} users and ${IMPORT_BYTES_MAX / MEGABYTE} MB`}
      accept=".csv,text/csv"
      onFile={onFile}
    />
    <div className="mt-4 text-13 text-muted">
      <p>
        The first line names the columns:{' '}
        {IMPORT_COLUMNS.map((column, index) => (
          <span key={column}>
            {index > 0 && ', '}
            <code className="font-mono text-12 text-ink">{column}</code>
          </span>
        ))}
        . Only the username has to be filled in.
      </p>
      <p className="mt-2 -ms-1">
        <TextButton
          onClick={() => downloadFile('users-example.csv', new Blob([importTemplate()], { type: 'text/csv' }))}
        >
          Download an example
        </TextButton>
      </p>
    </div>
  </>
);

const EXAMPLE: Record<(typeof IMPORT_COLUMNS)[number], string> = {
  username: 'mira.kolb',
  ...eachDetail((name) => ACCOUNT_DETAILS[name].example),
  role: 'user',
};

export const importTemplate = () => csvLine(IMPORT_COLUMNS) + csvLine(IMPORT_COLUMNS.map((column) => EXAMPLE[column]));

const ChosenFile = ({ file, onAnother }: { file: File; onAnother: (() => void) | undefined }) => (
  <p className="flex items-center gap-2.5 text-13">
    <FileText size={16} className="shrink-0 text-muted" aria-hidden />
    <Clipped text={file.name} className="min-w-0 flex-1 font-medium" />
    {onAnother && <TextButton onClick={onAnother}>Choose another file</TextButton>}
  </p>
);

const Imported = ({ report, onClose }: { report: ImportReport; onClose: () => void }) => (
  <div className="flex flex-col gap-4">
    <Outcome fine={report.bad === 0}>{describeImport(report)}</Outcome>
    <p className="text-13 text-muted">
      You can view each temporary password in the user's details until it's used or expires.
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

const Trouble = ({ text, onRetry }: { text: string; onRetry?: () => unknown }) => (
  <p role="alert" className="flex items-start gap-2 text-13 text-danger">
    <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    <span>
      {text} {onRetry && <TextButton onClick={() => onRetry()}>Try again</TextButton>}
    </span>
  </p>
);

type Lines = Pick<ImportReport, 'good' | 'bad'>;

export function describeCheck({ good, bad }: Lines) {
  const fine = `${counted(good, 'line')} ${good === 1 ? 'is' : 'are'} good`;
  return bad === 0 ? fine : `${fine}, ${bad.toLocaleString('en')} ${bad === 1 ? 'has a problem' : 'have problems'}`;
}

export function describeImport({ good, bad }: Lines) {
  const done = `${counted(good, 'user')} imported`;
  return bad === 0 ? done : `${done}, ${counted(bad, 'line')} left out`;
}

function Outcome({ fine, children }: { fine: boolean; children: ReactNode }) {
  const Icon = fine ? CircleCheck : CircleAlert;
  return (
    <p role="status" className="flex items-center gap-2 font-medium tabular-nums">
      <Icon size={16} className={`shrink-0 ${fine ? 'text-success' : 'text-warning'}`} aria-hidden />
      {children}
    </p>
  );
}

function ImportProblems({ problems, bad }: Pick<ImportReport, 'problems' | 'bad'>) {
  if (problems.length === 0) return null;
  return (
    <>
      <ul
        aria-label="Lines with problems"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it keyboards could not scroll the list
        tabIndex={0}
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line text-13"
      >
        {problems.map(({ line, problem }) => (
          <li key={`${line} ${problem}`} className="flex gap-3 px-3 py-2">
            <span className="w-16 shrink-0 text-muted tabular-nums">Line {line}</span>
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </li>
        ))}
      </ul>
      {bad > problems.length && (
        <p className="text-12 text-muted">The first {IMPORT_PROBLEMS_MAX.toLocaleString('en')} are listed.</p>
      )}
    </>
  );
}
