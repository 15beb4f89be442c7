import { problem } from '../language/problem.rules.ts';
import { NAME_MAX } from './users.rules.ts';

interface Detail {
  readonly label: string;
  readonly inSentence: string;
  readonly example: string;
  /** How a search finds it: as part of the full name, by itself, or not at all. */
  readonly search: 'full name' | 'itself' | null;
}

interface TextDetail extends Detail {
  readonly maxLength: number;
  readonly tooLong: string;
}

interface EmailDetail extends Detail {
  readonly isEmail: true;
}

/** In the order of panel and forms. Add new ones at the end, because CSV files append a column. */
export const ACCOUNT_DETAILS = {
  firstName: {
    label: 'First name',
    inSentence: 'the first name',
    maxLength: NAME_MAX,
    tooLong: problem('firstNameTooLong', NAME_MAX),
    example: 'Mira',
    search: 'full name',
  },
  lastName: {
    label: 'Last name',
    inSentence: 'the last name',
    maxLength: NAME_MAX,
    tooLong: problem('lastNameTooLong', NAME_MAX),
    example: 'Kolb',
    search: 'full name',
  },
  email: {
    label: 'Email',
    inSentence: 'the email address',
    isEmail: true,
    example: 'mira@example.com',
    search: 'itself',
  },
} as const satisfies Record<string, TextDetail | EmailDetail>;

export type AccountDetail = keyof typeof ACCOUNT_DETAILS;
export type AccountDetails = Record<AccountDetail, string | null>;
export const ACCOUNT_DETAIL_NAMES = Object.keys(ACCOUNT_DETAILS) as AccountDetail[];

export const eachDetail = <T>(make: (name: AccountDetail) => T) =>
  Object.fromEntries(ACCOUNT_DETAIL_NAMES.map((name) => [name, make(name)])) as Record<AccountDetail, T>;

export const detailsFoundAs = (search: Detail['search']) =>
  ACCOUNT_DETAIL_NAMES.filter((name) => ACCOUNT_DETAILS[name].search === search);

/** "name, username or email". */
export const SEARCHED_FOR = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([
  'name',
  'username',
  ...detailsFoundAs('itself').map((name) => ACCOUNT_DETAILS[name].label.toLowerCase()),
]);

/** New details come last, because programs read columns by position. */
const withDetails = <Column extends string>(columns: readonly Column[]): readonly (Column | AccountDetail)[] => [
  ...new Set<Column | AccountDetail>([...columns, ...ACCOUNT_DETAIL_NAMES]),
];

const FIRST_COLUMNS = ['username', 'email', 'firstName', 'lastName', 'role'] as const;
export const IMPORT_COLUMNS = withDetails(FIRST_COLUMNS);
export const EXPORT_COLUMNS = withDetails([...FIRST_COLUMNS, 'status', 'createdAt', 'updatedAt', 'activeAt']);
