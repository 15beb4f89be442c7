import { csvLine } from '../../../contract/csv.ts';
import { IMPORT_COLUMNS } from '../../../contract/users.ts';

const EXAMPLE: Record<(typeof IMPORT_COLUMNS)[number], string> = {
  username: 'mira.kolb',
  email: 'mira@example.com',
  firstName: 'Mira',
  lastName: 'Kolb',
  role: 'user',
};

/** A heading and one line, to be filled in with a spreadsheet. */
export const importTemplate = () => csvLine(IMPORT_COLUMNS) + csvLine(IMPORT_COLUMNS.map((column) => EXAMPLE[column]));
