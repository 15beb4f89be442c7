import * as z from 'zod';
import { USERNAME_MAX } from '../auth/auth.rules.ts';
import { Done, endpoint, Id, optional, optionalName, PageQuery, searchText } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { ActivityEntry } from '../log/activity.ts';
import { asciiEmail, isEmail } from '../text/email.ts';
import { isPlainText, isVisible } from '../text/plain-text.ts';
import { ACCOUNT_DETAILS, eachDetail } from './account-details.rules.ts';
import { isSpacedPlainly, ROLES, STATUSES, USER_SORTS, USER_STANDINGS } from './users.rules.ts';

const Role = z.enum(ROLES);
const Status = z.enum(STATUSES);

const AuthType = z.enum(['password']);

/** Its owner sees `CurrentUser` instead. */
export const UserAccount = z.object({
  id: z.string(),
  username: z.string(),
  ...eachDetail(() => z.string().nullable()),
  profileImageUrl: z.string().nullable(),
  role: Role,
  status: Status,
  authType: AuthType,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When last seen; if never, when last updated. */
  activeAt: z.iso.datetime(),
});
export type UserAccount = z.output<typeof UserAccount>;

export const UserListItem = UserAccount.extend({
  online: z.boolean(),
  signedInAt: z.iso.datetime().nullable(),
});
export type UserListItem = z.output<typeof UserListItem>;

export const Profile = z.object({
  phone: z.string().nullable(),
  dateOfBirth: z.iso.date().nullable(),
  bio: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
});
export type Profile = z.output<typeof Profile>;

export const UserDetails = UserListItem.extend({
  password: z.object({
    /** Staff can read a temporary password until it is used. */
    state: z.enum(['temporary', 'used', 'own', 'first_run']),
    /** When a temporary password expires. */
    until: z.iso.datetime().nullable(),
  }),
  secondFactor: z.boolean(),
  profile: Profile.nullable(),
});
export type UserDetails = z.output<typeof UserDetails>;

export const UserSession = z.object({
  id: z.string(),
  device: z.string(),
  location: z.string(),
  ipAddress: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  current: z.boolean(),
});
export type UserSession = z.output<typeof UserSession>;

export const Username = z
  .string(problem('usernameMissing'))
  .trim()
  .min(1, problem('usernameMissing'))
  .max(USERNAME_MAX, problem('usernameTooLong', USERNAME_MAX))
  .refine(isPlainText, problem('notPlainText'))
  .refine(isVisible, problem('invisible'))
  .refine(isSpacedPlainly, problem('usernameSpaces'));

const OptionalEmail = optional(
  z
    .string(problem('emailInvalid'))
    .trim()
    .refine((text) => text === '' || isEmail(text), problem('emailInvalid'))
    .overwrite(asciiEmail),
);

export const DetailInputs = eachDetail((name) => {
  const detail = ACCOUNT_DETAILS[name];
  return 'isEmail' in detail ? OptionalEmail : optionalName(detail.maxLength, detail.tooLong);
});

export const NewUserInput = z
  .object({
    username: Username,
    ...DetailInputs,
    role: Role.default('user'),
    sendByMail: z.boolean().default(false),
  })
  .refine((user) => !user.sendByMail || user.email !== null, {
    path: ['email'],
    message: 'Enter an email address to send the password to',
  });

export const EditUserInput = z.object(eachDetail((name) => DetailInputs[name].optional()));

const id = z.object({ id: Id });
export const BULK_MAX = 10_000;

export const UserFilter = z.object({
  /** Every word must match. */
  q: searchText,
  standing: z.enum(USER_STANDINGS).optional(),
  role: Role.optional(),
});
export type UserFilter = z.output<typeof UserFilter>;

const sort = z.enum(USER_SORTS).default('name');

export const listUsers = endpoint('GET /api/admin/users', {
  scope: 'users:read',
  summary: 'Matching users; sorted by name, those whose names begin with `q` come first',
  query: UserFilter.extend(PageQuery.shape).extend({ sort }),
  answer: z.array(UserListItem),
});

export const countUsers = endpoint('GET /api/admin/users/count', {
  scope: 'users:read',
  summary: 'How many users match; `more` if there are more than were counted',
  query: UserFilter,
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const createUser = endpoint('POST /api/admin/users', {
  scope: 'users:write',
  summary: 'Create an account; the answer has its temporary password',
  body: NewUserInput,
  answer: UserAccount.extend({ temporaryPassword: z.string() }),
});

export const userDetails = endpoint('GET /api/admin/users/:id/details', {
  scope: 'users:read',
  summary: 'Everything about one user',
  params: id,
  answer: UserDetails,
});

export const loginHistory = endpoint('GET /api/admin/users/:id/login-history', {
  summary: 'The latest sign-ins, sign-outs and failed sign-ins of a user',
  params: id,
  answer: z.array(ActivityEntry),
});

export const userSessions = endpoint('GET /api/admin/users/:id/sessions', {
  summary: 'Where a user is signed in right now, last used first',
  params: id,
  answer: z.array(UserSession),
});

export const endUserSession = endpoint('DELETE /api/admin/users/:id/sessions/:sessionId', {
  summary: 'Sign a user out in one place',
  params: id.extend({ sessionId: Id }),
  answer: Done,
});

export const endUserSessions = endpoint('DELETE /api/admin/users/:id/sessions', {
  summary: 'Sign a user out everywhere',
  params: id,
  answer: z.object({ ended: z.int() }),
});

export const updateUserStatus = endpoint('PATCH /api/admin/users/:id/status', {
  scope: 'users:write',
  summary: 'Activate, suspend or force to sign in again; sessions end at once',
  params: id,
  body: z.object({ status: Status }),
  answer: UserAccount,
});

export const updateUserRole = endpoint('PATCH /api/admin/users/:id/role', {
  summary:
    'Give an account another role, one that the caller may give; sessions end at once. A user who becomes staff starts anew, with the temporary password in the answer',
  params: id,
  body: z.object({ role: Role }),
  answer: UserAccount.extend({ temporaryPassword: z.string().optional() }),
});

export const editUser = endpoint('PATCH /api/admin/users/:id', {
  scope: 'users:write',
  summary: 'Change names and email address; an empty text removes what was there',
  params: id,
  body: EditUserInput,
  answer: UserAccount,
});

export const deleteUser = endpoint('DELETE /api/admin/users/:id', {
  summary: 'Delete an account; sessions end at once',
  params: id,
  answer: Done,
});

export const resetUserPassword = endpoint('POST /api/admin/users/:id/reset-password', {
  summary: 'Issue a new temporary password; sessions end at once',
  params: id,
  body: z.object({ sendByMail: z.boolean().default(false) }).nullish(),
  answer: z.object({ temporaryPassword: z.string() }),
});

export const showTemporaryPassword = endpoint('POST /api/admin/users/:id/temporary-password', {
  summary: 'Read an unused temporary password; this is recorded',
  params: id,
  answer: z.object({ temporaryPassword: z.string() }),
});

const SELECT_SOMEBODY = 'Please select at least one user';
const userIds = z
  .array(Id, SELECT_SOMEBODY)
  .min(1, SELECT_SOMEBODY)
  .max(BULK_MAX, `At most ${BULK_MAX.toLocaleString('en')} users can be changed at once`);

export const bulkChange = <Whom extends z.ZodRawShape>(whom: Whom) =>
  z.discriminatedUnion(
    'action',
    [
      z.object({ ...whom, action: z.literal('status'), value: Status }),
      z.object({ ...whom, action: z.literal('role'), value: Role }),
      z.object({ ...whom, action: z.literal('delete'), value: z.null().optional() }),
    ],
    'Please choose an action',
  );

export const BulkActionInput = bulkChange({ userIds });
export type BulkActionInput = z.output<typeof BulkActionInput>;

export const bulkAction = endpoint('POST /api/admin/users/bulk-action', {
  summary: 'Change status or role of users or delete them, all or none; staff stay untouched',
  body: BulkActionInput,
  answer: z.object({ affected: z.int() }),
});

export const IMPORT_BYTES_MAX = 64 * 1024 * 1024;
export const IMPORT_LINES_MAX = 100_000;
export const IMPORT_PROBLEMS_MAX = 1_000;

const flag = z.enum(['true', 'false']).default('false');

export const importUsers = endpoint('POST /api/admin/users/import', {
  summary: 'Create accounts from CSV lines; a dry run only says what is wrong with which line',
  query: z.object({ dryRun: flag, sendByMail: flag }),
  bodyType: 'text/csv',
  body: z.unknown(),
  answer: z.object({
    /** Imported, unless it was a dry run. */
    good: z.int(),
    bad: z.int(),
    /** Line 1 is the heading. */
    problems: z.array(z.object({ line: z.int(), problem: z.string() })),
  }),
});

export const exportUsers = endpoint('GET /api/admin/users.csv', {
  scope: 'users:read',
  summary: 'Every matching user as a CSV file',
  query: UserFilter.extend({ sort }),
  answer: z.string(),
  answerType: 'text/csv',
});
