import { csvLine } from '../../../../contract/csv.ts';
import { IMPORT_BYTES_MAX, IMPORT_COLUMNS } from '../../../../contract/users.ts';
import { TextButton } from '../../../ui/button.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';

const MEGABYTE = 1024 * 1024;

/** The first step: which file, and what has to be in it. */
export const ImportSource = ({ onFile }: { onFile: (file: File) => void }) => (
  <>
    <FileDrop
      label="Choose a CSV file or drop it here"
      hint={`At most ${IMPORT_BYTES_MAX / MEGABYTE} MB`}
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
      <p className="mt-2 -ml-1">
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
  email: 'mira@example.com',
  firstName: 'Mira',
  lastName: 'Kolb',
  role: 'user',
};

/** A heading and one line, to be filled in with a spreadsheet. */
export const importTemplate = () => csvLine(IMPORT_COLUMNS) + csvLine(IMPORT_COLUMNS.map((column) => EXAMPLE[column]));
