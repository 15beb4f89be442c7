import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { problemSentence } from '../../../../contract/language/problem.rules.ts';
import type { Change } from '../../../../contract/log/activity.rules.ts';
import { IMPORT_COLUMNS } from '../../../../contract/users/account-details.rules.ts';
import { mayManage } from '../../../../contract/users/roles.rules.ts';
import { ROLES, type Role } from '../../../../contract/users/users.rules.ts';
import {
  IMPORT_LINES_MAX,
  IMPORT_PROBLEMS_MAX,
  type importUsers,
  NewUserInput,
} from '../../../../contract/users/users.ts';
import * as english from '../../../../messages/en.ts';
import type { Core } from '../../../core.ts';
import type { Trx } from '../../../db/tables.ts';
import { UNPROVEN_TURN } from '../../../delivery/mail-limits.ts';
import { badInput, HttpError } from '../../../errors.ts';
import { generatePassword } from '../../../passwords/generate.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { folded } from '../../../text/names.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { accountRow, emailTaken, usernameTaken } from '../accounts.ts';
import { recordChanges } from '../changes.ts';
import type { PasswordDeps } from '../create.ts';
import { mailPassword, refuseTooManyMails } from '../password-mail.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

interface ImportOptions {
  readonly dryRun: boolean;
  readonly sendByMail: boolean;
  readonly disconnected: AbortSignal;
}

type OpenFile = () => AsyncIterable<Uint8Array>;

type Outcome = z.output<typeof importUsers.answer>;
type Refuse = (line: number, problem: string) => void;

/** A valid line, whose username may still be taken. */
interface Line {
  readonly line: number;
  readonly account: Omit<z.output<typeof NewUserInput>, 'sendByMail'>;
}

const AT_ONCE = 100;
/** Blocks the event loop for a few milliseconds. */
const CHECKED_AT_ONCE = 200;

export const importRunning = () =>
  new HttpError('import_running', 'You have an import running. Wait until it is done, then try again.');
const tooManyLines = () =>
  badInput(
    `A file can have at most ${IMPORT_LINES_MAX.toLocaleString('en')} lines below its heading. Please split it into smaller files.`,
  );

/** Logs a dry run too, because its result shows which addresses have accounts. */
export async function importAccounts(
  deps: PasswordDeps & Pick<Core, 'db'>,
  actor: Caller,
  open: OpenFile,
  options: ImportOptions,
): Promise<Outcome> {
  const { dryRun, sendByMail } = options;
  await refuseTooManyLines(open());
  const entryOf = ({ good, bad }: Outcome) => {
    const counts = { accounts: good, problems: bad, sendByMail };
    const details: Change = dryRun ? { change: 'import checked', ...counts } : { change: 'users imported', ...counts };
    return { ...actor, action: 'profile_update', details, at: deps.clock.now() } as const;
  };
  const record = (outcome: Outcome) => deps.transact(actor, (trx) => recordActivity(trx, entryOf(outcome)));
  if (dryRun || sendByMail) {
    const checked = nothingYet();
    await readLines(deps, actor, open(), { ...options, dryRun: true }, checked);
    if (sendByMail) await refuseTooManyMails(deps, actor, checked.good);
    if (dryRun) {
      await record(checked);
      return checked;
    }
  }
  const outcome = nothingYet();
  try {
    await readLines(deps, actor, open(), options, outcome);
  } catch (error) {
    // Accounts created before the abort stay, so log them.
    if (outcome.good > 0) await deps.transact('server', (trx) => recordActivity(trx, entryOf(outcome)));
    throw error;
  }
  await record(outcome);
  return outcome;
}

const nothingYet = (): Outcome => ({ good: 0, bad: 0, problems: [] });

const NEWLINE = 10;

/** A cheap check before memory grows with the lines. */
async function refuseTooManyLines(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let newlines = 0;
  let last = NEWLINE;
  for await (const piece of bytes) {
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) newlines += 1;
    last = piece.at(-1) ?? last;
    if (newlines + Number(last !== NEWLINE) > 1 + IMPORT_LINES_MAX) throw tooManyLines();
  }
}

/** Holds at most a hundred lines in memory. */
async function readLines(
  deps: PasswordDeps,
  actor: Caller,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  outcome: Outcome,
): Promise<void> {
  const refuse: Refuse = (line, problem) => {
    outcome.bad += 1;
    if (outcome.problems.length < IMPORT_PROBLEMS_MAX) outcome.problems.push({ line, problem });
  };
  const check = lineChecker(refuse, actor);
  let columns: readonly string[] | null = null;
  let waiting: Line[] = [];
  let records = 0;
  const write = async () => {
    outcome.good += await writeLines(deps, actor, waiting, options, refuse);
    waiting = [];
  };
  const othersFirst = async () => {
    await nextTurn();
    options.disconnected.throwIfAborted();
  };
  for await (const record of csvRecords(bytes)) {
    records += 1;
    if (records % CHECKED_AT_ONCE === 0) await othersFirst();
    if (columns === null) {
      columns = columnsOf(record);
      continue;
    }
    const line = check(record, columns, options);
    if (line !== null) waiting.push(line);
    if (waiting.length < AT_ONCE) continue;
    await write();
    await othersFirst();
  }
  if (columns === null) throw badInput('The file is empty.');
  if (waiting.length > 0) await write();
  outcome.problems.sort((one, other) => one.line - other.line);
}

function columnsOf({ cells }: CsvRecord): readonly string[] {
  const names = cells.map((cell) => cell.replaceAll(/[\s_-]/g, '').toLowerCase());
  const columns = names.map((name) => IMPORT_COLUMNS.find((column) => column.toLowerCase() === name) ?? '');
  if (!columns.includes('username')) {
    throw badInput(`The first line must name the columns: ${IMPORT_COLUMNS.join(', ')}. "username" is missing.`);
  }
  const unknown = cells.find((_, index) => names.indexOf(names[index] ?? '') !== index || columns[index] === '');
  if (unknown !== undefined) {
    throw badInput(`"${unknown.slice(0, 50)}" is not a column. The columns are: ${IMPORT_COLUMNS.join(', ')}.`);
  }
  return columns;
}

/** Eight bytes are enough to tell 100,000 names apart. */
const shortHash = (text: string) => hash('sha256', text, 'buffer').readBigUInt64LE();

function lineChecker(refuse: Refuse, actor: { readonly role: Role }) {
  const given = ROLES.filter((role) => mayManage(actor.role, role)).map((role) => `"${role}"`);
  const roleProblem =
    given.length === 1 ? `The role must be ${given[0]}` : `The role must be one of ${given.join(', ')}`;
  const usernames = new Map<bigint, number>();
  const emails = new Map<bigint, number>();
  const seenBefore = (seen: Map<bigint, number>, text: string, line: number) => {
    const key = shortHash(text);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, line);
    return before;
  };
  return ({ line, cells }: CsvRecord, columns: readonly string[], { sendByMail }: ImportOptions): Line | null => {
    const no = (problem: string) => {
      refuse(line, problem);
      return null;
    };
    if (cells.length > columns.length)
      return no(`It has ${cells.length} cells, but the heading has ${columns.length}.`);
    const values = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    const role = values.role?.trim().toLowerCase() || 'user';
    const parsed = NewUserInput.safeParse({ ...values, role, sendByMail });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return no(
        issue?.path[0] === 'role'
          ? roleProblem
          : issue
            ? problemSentence(english.problems, issue.message)
            : 'Not valid',
      );
    }
    if (!mayManage(actor.role, parsed.data.role)) return no(roleProblem);
    const { sendByMail: _, ...account } = parsed.data;
    const twin = seenBefore(usernames, folded(account.username), line);
    if (twin !== undefined) return no(`The username is already in line ${twin}`);
    const emailTwin = account.email === null ? undefined : seenBefore(emails, folded(account.email), line);
    if (emailTwin !== undefined) return no(`The email address is already in line ${emailTwin}`);
    return { line, account };
  };
}

async function taken(trx: Trx, column: 'username_key' | 'email_key', keys: readonly string[]) {
  if (keys.length === 0) return new Set();
  const rows = await trx.selectFrom('users').select(column).where(column, 'in', keys).execute();
  return new Set(rows.map((row) => row[column]));
}

async function writeLines(
  deps: PasswordDeps,
  actor: Caller,
  lines: readonly Line[],
  { dryRun, sendByMail }: ImportOptions,
  refuse: Refuse,
): Promise<number> {
  const { transact, clock, keys } = deps;
  const names = lines.map(({ account }) => folded(account.username));
  const emails = lines.flatMap(({ account }) => (account.email === null ? [] : [folded(account.email)]));
  const write = async (trx: Trx) => {
    const takenNames = await taken(trx, 'username_key', names);
    const takenEmails = await taken(trx, 'email_key', emails);
    const free = lines.filter(({ line, account: { username, email } }) => {
      const isNameTaken = takenNames.has(folded(username));
      if (!isNameTaken && (email === null || !takenEmails.has(folded(email)))) return true;
      refuse(line, (isNameTaken ? usernameTaken() : emailTaken()).message);
      return false;
    });
    if (dryRun || free.length === 0) return free.length;
    const now = clock.now();
    const made = free.map(({ line, account }) => {
      const temporaryPassword = generatePassword();
      const row = accountRow(
        { ...account, emailBy: actor.userId, passwordState: 'temporary', temporaryPassword },
        keys,
        now,
      );
      return { line, temporaryPassword, row };
    });
    const inserted = await trx
      .insertInto('users')
      .values(made.map(({ row }) => row))
      // A concurrent request may have taken the name.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'username', 'role'])
      .execute();
    for (const [role, users] of Map.groupBy(inserted, (user) => user.role))
      await recordChanges(trx, users, { change: 'created', role }, actor, now);
    const ids = new Set(inserted.map(({ id }) => id));
    for (const { line, temporaryPassword, row } of made) {
      const { id, username, email } = row;
      if (!ids.has(id)) refuse(line, usernameTaken().message);
      else if (sendByMail && email) {
        const mail = { userId: id, username, temporaryPassword, reason: 'created', language: null } as const;
        // After the codes that guests wait for.
        await mailPassword(trx, deps, actor, email, mail, UNPROVEN_TURN + line);
      }
    }
    return inserted.length;
  };
  return transact(actor, write, dryRun ? undefined : 'users');
}
