/** The details of an account that staff fill in. No schemas here: pages import this file. */
import { NAME_MAX } from './users.rules.ts';

interface TextDetail {
  readonly label: string;
  /** In the activity log. */
  readonly inSentence: string;
  /** In the sentence about its length. */
  readonly plural: string;
  readonly maxLength: number;
  /** In the import's example file. */
  readonly example: string;
}

interface EmailDetail extends Omit<TextDetail, 'plural' | 'maxLength'> {
  readonly isEmail: true;
}

/**
 * The one list. Schemas, forms, CSV columns and log words derive from it, in this order;
 * `server/features/users/detail-columns.ts` is typed by it.
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

export const eachDetail = <T>(make: (name: AccountDetail) => T) =>
  Object.fromEntries(ACCOUNT_DETAIL_NAMES.map((name) => [name, make(name)])) as Record<AccountDetail, T>;

/** Existing columns keep their place; a new detail is appended. */
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
