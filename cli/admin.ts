import type * as z from 'zod';
import { problemSentence } from '../contract/language/problem.rules.ts';
import { NewUserInput } from '../contract/users/users.ts';
import * as english from '../messages/en.ts';
import { systemClock } from '../server/clock.ts';
import type { Config } from '../server/config.ts';
import type { Db, UserRow } from '../server/db/tables.ts';
import { outboxWriter } from '../server/delivery/outbox-writer.ts';
import { HttpError } from '../server/errors.ts';
import { eventEmitter, portalEvent } from '../server/features/programs/webhooks/emit.ts';
import { emitForEntries } from '../server/features/programs/webhooks/follow-entries.ts';
import { defaultsIn } from '../server/features/settings/in-force.ts';
import { storedSettings } from '../server/features/settings/queries.ts';
import { COMMAND_LINE, removeAllFactors } from '../server/features/users/changes.ts';
import { createAccount, type PasswordDeps, resetPassword } from '../server/features/users/create.ts';
import { openLanguages } from '../server/languages.ts';
import { openBus } from '../server/live/open-bus.ts';
import { inDays } from '../server/passwords/temporary.ts';
import type { Log } from '../server/process/log.ts';
import { Sessions } from '../server/sessions/sessions.ts';
import { createTransact } from '../server/sessions/transact.ts';
import { folded } from '../server/text/names.ts';
import { parseArguments, runCommand, UsageError } from './command.ts';
import { type CommandDatabase, openCommandDatabase, refuseOlder } from './database.ts';

const USAGE = `Usage: npm run admin -- create <username> [--email <address>]
       npm run admin -- reset-password <username>
       npm run admin -- reset-mfa <username>
       npm run admin -- list`;

const wrong = (sentence: string) => new UsageError(sentence, USAGE);

/** Lets a locked-out admin back in. Works beside a running server. */
export async function adminCommand(args: string[], config: Config, log: Log): Promise<string> {
  const command = parsed(args);
  const database = await openCommandDatabase(config, log);
  try {
    refuseOlder(database.migrations);
    if (command.name === 'list') return await listAdmins(database.db);
    return await withDeps(database, config, log, (deps) => {
      if (command.name === 'create') return create(deps, command.account);
      return command.name === 'reset-mfa' ? resetMfa(deps, command.username) : reset(deps, command.username);
    });
  } finally {
    await database.close();
  }
}

type Command =
  | { readonly name: 'create'; readonly account: z.output<typeof NewUserInput> }
  | { readonly name: 'reset-password' | 'reset-mfa'; readonly username: string }
  | { readonly name: 'list' };

function parsed(args: string[]): Command {
  const { values, positionals } = parseArguments(args, { email: { type: 'string' } }, USAGE);
  const [name, username, ...more] = positionals;
  const { email } = values;
  if (more.length > 0) throw wrong('Give one username. Put quotes around it if it has spaces.');
  if (name === 'list') {
    if (username !== undefined || email !== undefined) throw wrong('list takes no arguments.');
    return { name };
  }
  if (name !== 'create' && name !== 'reset-password' && name !== 'reset-mfa')
    throw wrong(name === undefined ? 'Which command?' : `There is no command "${name}".`);
  if (username === undefined) throw wrong(`${name} needs a username.`);
  if (name === 'create') return { name, account: newAdmin(username, email) };
  if (email !== undefined) throw wrong(`${name} takes no email address.`);
  return { name, username };
}

function newAdmin(username: string, email: string | undefined): z.output<typeof NewUserInput> {
  const { data, error } = NewUserInput.safeParse({ username, email, role: 'admin' });
  if (data === undefined) throw wrong(problemSentence(english.problems, error.issues[0]?.message ?? ''));
  return data;
}

type CommandDeps = PasswordDeps & { readonly db: Db };

async function withDeps<T>(
  { db, pool, hold, keys }: CommandDatabase,
  config: Config,
  log: Log,
  work: (deps: CommandDeps) => Promise<T>,
): Promise<T> {
  const clock = systemClock;
  const bus = await openBus({ db, pool, hold }, config.databaseUrl, log);
  const sessions = new Sessions({ db, clock, bus, log, config });
  const outbox = { put: () => Promise.reject(new Error('Commands send no email.')), wake: () => {} };
  if (config.events !== null) {
    const { put } = outboxWriter({ channel: 'events', jobs: [portalEvent], clock, keys });
    emitForEntries({ db }, eventEmitter({ clock, severalProcesses: pool !== null }, put));
  }
  try {
    const settings = { current: await storedSettings(db, defaultsIn(await openLanguages(config.languages))) };
    const transact = createTransact({ db, clock, sessions });
    return await work({ config, db, clock, keys, sessions, transact, outbox, settings });
  } catch (error) {
    throw error instanceof HttpError ? wrong(error.message) : error;
  } finally {
    await sessions.close();
    await bus.close();
  }
}

async function create(deps: PasswordDeps, account: z.output<typeof NewUserInput>): Promise<string> {
  const { user, temporaryPassword } = await createAccount(deps, COMMAND_LINE, account);
  return issued(deps, `"${user.username}" is now an admin.`, temporaryPassword);
}

async function findAdmin({ db }: CommandDeps, username: string, what: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'username'])
    .where('username_key', '=', folded(username))
    .executeTakeFirst();
  if (user === undefined) throw wrong(`There is no account "${username}".`);
  if (user.role !== 'admin')
    throw wrong(`"${username}" is not an admin. Other accounts get their ${what} reset in User Management.`);
  return user;
}

async function resetMfa(deps: CommandDeps, name: string): Promise<string> {
  const { id, username } = await findAdmin(deps, name, 'second factors');
  const wasThere = await removeAllFactors(deps, COMMAND_LINE, id);
  if (!wasThere) return `"${username}" has no second factor.`;
  return `"${username}" now signs in with the password alone. All their sessions have ended.`;
}

async function reset(deps: CommandDeps, username: string): Promise<string> {
  const user = await findAdmin(deps, username, 'passwords');
  const { user: changed, temporaryPassword } = await resetPassword(deps, COMMAND_LINE, user.id, { unlock: true });
  return issued(deps, `"${changed.username}" can sign in again. All their sessions have ended.`, temporaryPassword);
}

const issued = ({ config, settings }: PasswordDeps, sentence: string, temporaryPassword: string) =>
  `${sentence}
Temporary password: ${temporaryPassword} (shown once; must be changed at the first sign-in; if unused, expires in ${inDays(settings.current.temporaryPasswordDays)})
Sign in at ${config.publicUrl.origin}/admin/login`;

const PASSWORDS: Record<UserRow['password_state'], string> = {
  own: 'own password',
  temporary: 'temporary password',
  first_run: 'first-run password',
};

async function listAdmins(db: Db): Promise<string> {
  const admins = await db
    .selectFrom('users')
    .selectAll()
    .select(({ selectFrom, fn, ref }) =>
      selectFrom('activity')
        .select(fn.max('created_at').as('last'))
        .where('action', '=', 'login')
        .where('user_id', '=', ref('users.id'))
        .as('signed_in_at'),
    )
    .where('role', '=', 'admin')
    .orderBy('name_key')
    .execute();
  const lines = [['Username', 'Status', 'Last sign-in', 'Password']];
  for (const { username, status, signed_in_at, password_state } of admins) {
    const time = signed_in_at === null ? 'none recorded' : `${new Date(signed_in_at).toISOString().slice(0, 16)}Z`;
    lines.push([username, status, time, PASSWORDS[password_state]]);
  }
  const widths = (lines[0] as string[]).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

if (import.meta.main) await runCommand(adminCommand);
