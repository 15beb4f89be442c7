import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '../../../contract/users.rules.ts';
import { IMPORT_COLUMNS, IMPORT_PROBLEMS_MAX, NewUserInput } from '../../../contract/users.ts';
import type { Trx } from '../../db/tables.ts';
import { badInput } from '../../errors.ts';
import { folded } from '../../names.ts';
import { generatePassword } from '../../passwords/generate.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { accountRow, emailTaken, usernameTaken } from './accounts.ts';
import { recordChanges } from './changes.ts';
import { mailPassword, type PasswordDeps } from './create.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

interface ImportOptions {
  readonly dryRun: boolean;
  readonly sendByMail: boolean;
}

interface Outcome {
  good: number;
  bad: number;
  readonly problems: { line: number; problem: string }[];
}

/** One line that is good by itself; whether its name is taken only the database knows. */
interface Line {
  readonly line: number;
  readonly account: {
    readonly username: string;
    readonly email: string | null;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly role: Role;
  };
}

/** Few enough that nobody else waits long while they are written. */
const AT_ONCE = 100;

/**
 * Reads the file once, from beginning to end, and holds no more than a hundred lines of it. Good lines are written,
 * bad ones are told; the same file can be sent again, since accounts that exist are told as taken.
 */
export async function importUsers(
  deps: PasswordDeps,
  actor: Actor,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Outcome> {
  const outcome: Outcome = { good: 0, bad: 0, problems: [] };
  const refuse = (line: number, problem: string) => {
    outcome.bad += 1;
    if (outcome.problems.length < IMPORT_PROBLEMS_MAX) outcome.problems.push({ line, problem });
  };
  const check = lineChecker(refuse);
  let columns: Columns | null = null;
  let waiting: Line[] = [];
  const write = async () => {
    outcome.good += await writeLines(deps, actor, waiting, options, refuse);
    waiting = [];
    await nextTurn();
  };
  for await (const record of csvRecords(bytes)) {
    if (columns === null) {
      columns = columnsOf(record);
      continue;
    }
    const line = check(record, columns, options);
    if (line !== null) waiting.push(line);
    if (waiting.length === AT_ONCE) await write();
  }
  if (columns === null) throw badInput('The file is empty.');
  if (waiting.length > 0) await write();
  deps.outbox.wake();
  outcome.problems.sort((one, other) => one.line - other.line);
  return outcome;
}

/** Which column of the file holds what; -1 where there is none. */
type Columns = Readonly<Record<(typeof IMPORT_COLUMNS)[number], number>> & { readonly count: number };

function columnsOf({ cells }: CsvRecord): Columns {
  const names = cells.map((cell) => cell.replaceAll(/[\s_-]/g, '').toLowerCase());
  const at = (column: string) => names.indexOf(column.toLowerCase());
  const unknown = cells.find((_, index) => !IMPORT_COLUMNS.some((column) => at(column) === index));
  if (at('username') === -1) {
    throw badInput(`The first line has to name the columns: ${IMPORT_COLUMNS.join(', ')}. "username" is missing.`);
  }
  if (unknown !== undefined) {
    throw badInput(`"${unknown.slice(0, 50)}" is not a column. The columns are: ${IMPORT_COLUMNS.join(', ')}.`);
  }
  return {
    username: at('username'),
    email: at('email'),
    firstName: at('firstName'),
    lastName: at('lastName'),
    role: at('role'),
    count: cells.length,
  };
}

/** Remembers the names it has seen, to find those that are there twice. */
function lineChecker(refuse: (line: number, problem: string) => void) {
  const usernames = new Map<string, number>();
  const emails = new Map<string, number>();
  const seenBefore = (seen: Map<string, number>, key: string, line: number) => {
    const before = seen.get(key);
    if (before === undefined) seen.set(key, line);
    return before;
  };
  return ({ line, cells }: CsvRecord, columns: Columns, { sendByMail }: ImportOptions): Line | null => {
    const no = (problem: string) => {
      refuse(line, problem);
      return null;
    };
    if (cells.length > columns.count) return no(`It has ${cells.length} cells, the heading has ${columns.count}.`);
    const cell = (index: number) => cells[index] ?? '';
    const parsed = NewUserInput.safeParse({
      username: cell(columns.username),
      email: cell(columns.email),
      firstName: cell(columns.firstName),
      lastName: cell(columns.lastName),
      role: cell(columns.role).trim().toLowerCase() || 'user',
      sendByMail,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return no(issue?.path[0] === 'role' ? 'The role has to be "user" or "admin"' : (issue?.message ?? 'Not valid'));
    }
    const { sendByMail: _, ...account } = parsed.data;
    const twin = seenBefore(usernames, folded(account.username), line);
    if (twin !== undefined) return no(`The username is in line ${twin} already`);
    const emailTwin = account.email === null ? undefined : seenBefore(emails, folded(account.email), line);
    if (emailTwin !== undefined) return no(`The e-mail address is in line ${emailTwin} already`);
    return { line, account };
  };
}

/** Which of the names belong to somebody already. */
async function taken(trx: Trx, lines: readonly Line[]): Promise<{ usernames: Set<string>; emails: Set<string> }> {
  const usernames = lines.map(({ account }) => folded(account.username));
  const emails = lines.flatMap(({ account }) => (account.email === null ? [] : [folded(account.email)]));
  const byName = await trx
    .selectFrom('users')
    .select('username_key as key')
    .where('username_key', 'in', usernames)
    .execute();
  const byEmail =
    emails.length === 0
      ? []
      : await trx.selectFrom('users').select('email_key as key').where('email_key', 'in', emails).execute();
  return {
    usernames: new Set(byName.map(({ key }) => key)),
    emails: new Set(byEmail.flatMap(({ key }) => key ?? [])),
  };
}

async function writeLines(
  deps: PasswordDeps,
  actor: Actor,
  lines: readonly Line[],
  { dryRun, sendByMail }: ImportOptions,
  refuse: (line: number, problem: string) => void,
): Promise<number> {
  const { db, clock, keys } = deps;
  const problems: [line: number, problem: string][] = [];
  const written = await db.transaction().execute(async (trx) => {
    const known = await taken(trx, lines);
    const free = lines.filter(({ line, account }) => {
      if (known.usernames.has(folded(account.username))) problems.push([line, usernameTaken().message]);
      else if (account.email !== null && known.emails.has(folded(account.email)))
        problems.push([line, emailTaken().message]);
      else return true;
      return false;
    });
    if (dryRun || free.length === 0) return free.length;
    const now = clock.now();
    const made = free.map(({ line, account }) => {
      const temporaryPassword = generatePassword();
      return {
        line,
        temporaryPassword,
        row: accountRow({ ...account, passwordState: 'temporary', temporaryPassword }, keys, now),
      };
    });
    const inserted = await trx
      .insertInto('users')
      .values(made.map(({ row }) => row))
      // Somebody may have taken the name since it was looked for.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    const ids = new Set(inserted.map(({ id }) => id));
    for (const { line, row } of made) if (!ids.has(row.id)) problems.push([line, usernameTaken().message]);
    const created = made.filter(({ row }) => ids.has(row.id));
    await recordChanges(
      trx,
      created.map(({ row }) => row),
      { change: 'created' },
      actor,
      now,
    );
    if (sendByMail) {
      for (const { row, temporaryPassword } of created) {
        const { username, email } = row;
        if (email) await mailPassword(trx, deps, email, { username, temporaryPassword, reason: 'created' });
      }
    }
    return created.length;
  });
  for (const [line, problem] of problems) refuse(line, problem);
  return written;
}
