/** The details of an account that staff fill in. No schemas here: pages import this file. */
import { NAME_MAX } from './users.rules.ts';

interface TextDetail {
  readonly label: string;
  /** How a sentence of the activity log names it. */
  readonly inSentence: string;
  /** How the sentence about its length names it. */
  readonly plural: string;
  readonly maxLength: number;
  /** For the example file of the import. */
  readonly example: string;
}

interface EmailDetail extends Omit<TextDetail, 'plural' | 'maxLength'> {
  readonly isEmail: true;
}

/**
 * The one list. Schemas, forms, CSV columns and the words of the log are derived from it, and
 * `server/features/users/detail-columns.ts` is typed by it. Forms and sentences keep its order.
 */
export const ACCOUNT_DETAILS = {
  firstName: {
    label: 'First name',
    inSentence: 'the first name',
    plural: 'First names',
    maxLength: NAME_MAX,
    example: 'Mira',
  },
  lastName: {
    label: 'Last name',
    inSentence: 'the last name',
    plural: 'Last names',
    maxLength: NAME_MAX,
    example: 'Kolb',
  },
  email: { label: 'E-mail', inSentence: 'the e-mail address', isEmail: true, example: 'mira@example.com' },
} as const satisfies Record<string, TextDetail | EmailDetail>;

export type AccountDetail = keyof typeof ACCOUNT_DETAILS;
export const ACCOUNT_DETAIL_NAMES = Object.keys(ACCOUNT_DETAILS) as AccountDetail[];

/** The same thing for each detail. */
export const eachDetail = <T>(make: (name: AccountDetail) => T) =>
  Object.fromEntries(ACCOUNT_DETAIL_NAMES.map((name) => [name, make(name)])) as Record<AccountDetail, T>;

/** Files keep their first columns where they are; a new detail is appended. */
const withDetails = <Column extends string>(columns: readonly Column[]): readonly (Column | AccountDetail)[] => [
  ...new Set<Column | AccountDetail>([...columns, ...ACCOUNT_DETAIL_NAMES]),
];

export const IMPORT_COLUMNS = withDetails(['username', 'email', 'firstName', 'lastName', 'role']);
export const EXPORT_COLUMNS = withDetails([
  'username',
  'email',
  'firstName',
  'lastName',
  'role',
  'status',
  'createdAt',
  'updatedAt',
]);
