import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../process/start-error.ts';
import { accounts } from './migrations/0.1/001-accounts.ts';
import { guests } from './migrations/0.1/002-guests.ts';
import { people } from './migrations/0.1/003-people.ts';
import { live } from './migrations/0.1/004-live.ts';
import { severalProcesses } from './migrations/0.1/005-several-processes.ts';
import { record } from './migrations/0.2/006-record.ts';
import { mailTurns } from './migrations/0.2/007-mail-turns.ts';
import { sweeps } from './migrations/0.2/008-sweeps.ts';
import { serverKey } from './migrations/0.2/009-server-key.ts';
import { browsers } from './migrations/0.2/010-browsers.ts';
import { proposals } from './migrations/0.2/011-proposals.ts';
import { userList } from './migrations/0.2/012-user-list.ts';
import { bulkJobs } from './migrations/0.2/013-bulk-jobs.ts';
import { formerUsers } from './migrations/0.2/014-former-users.ts';
import { bell } from './migrations/0.2/015-bell.ts';
import { mailAndResult } from './migrations/0.2/016-mail-and-result.ts';
import { verifiedSearch } from './migrations/0.2/017-verified-search.ts';
import { webhooks } from './migrations/0.2/018-webhooks.ts';
import { limits } from './migrations/0.2/019-limits.ts';
import { roles } from './migrations/0.2/020-roles.ts';
import { secondFactors } from './migrations/0.2/021-second-factors.ts';
import { ownAccount } from './migrations/0.2/022-own-account.ts';
import { temporaryPasswords } from './migrations/0.2/023-temporary-passwords.ts';
import { singleSignOn } from './migrations/0.2/024-single-sign-on.ts';
import { auditChain } from './migrations/0.2/025-audit-chain.ts';
import { year } from './migrations/0.2/026-year.ts';
// There is no 027 and 028.
import { personalReads } from './migrations/0.3/029-personal-reads.ts';
import { accountSafety } from './migrations/0.3/030-account-safety.ts';
import { accountMeans } from './migrations/0.3/031-account-means.ts';
import { guestMessages } from './migrations/0.3/032-guest-messages.ts';
import { profilePictures } from './migrations/0.3/033-profile-pictures.ts';
import { savedViews } from './migrations/0.3/034-saved-views.ts';
import { guestSteps } from './migrations/0.3/035-guest-steps.ts';
import { lastActivity } from './migrations/0.3/036-last-activity.ts';
import { languages } from './migrations/0.3/037-languages.ts';
import { noNotificationCounts } from './migrations/0.3/038-no-notification-counts.ts';
import { shownLanguages } from './migrations/0.3/039-shown-languages.ts';
import { keys } from './migrations/0.3/040-keys.ts';
import { events } from './migrations/0.3/041-events.ts';
import { peopleRights } from './migrations/0.3/042-people.ts';
import { redactions } from './migrations/0.3/043-redactions.ts';
import { signOuts } from './migrations/0.3/044-sign-outs.ts';
import type { Db, Trx } from './tables.ts';

/** Never edit a released migration. */
const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-guests': guests,
  '003-people': people,
  '004-live': live,
  '005-several-processes': severalProcesses,
  '006-record': record,
  '007-mail-turns': mailTurns,
  '008-sweeps': sweeps,
  '009-server-key': serverKey,
  '010-browsers': browsers,
  '011-proposals': proposals,
  '012-user-list': userList,
  '013-bulk-jobs': bulkJobs,
  '014-former-users': formerUsers,
  '015-bell': bell,
  '016-mail-and-result': mailAndResult,
  '017-verified-search': verifiedSearch,
  '018-webhooks': webhooks,
  '019-limits': limits,
  '020-roles': roles,
  '021-second-factors': secondFactors,
  '022-own-account': ownAccount,
  '023-temporary-passwords': temporaryPasswords,
  '024-single-sign-on': singleSignOn,
  '025-audit-chain': auditChain,
  '026-year': year,
  '029-personal-reads': personalReads,
  '030-account-safety': accountSafety,
  '031-account-means': accountMeans,
  '032-guest-messages': guestMessages,
  '033-profile-pictures': profilePictures,
  '034-saved-views': savedViews,
  '035-guest-steps': guestSteps,
  '036-last-activity': lastActivity,
  '037-languages': languages,
  '038-no-notification-counts': noNotificationCounts,
  '039-shown-languages': shownLanguages,
  '040-keys': keys,
  '041-events': events,
  '042-people': peopleRights,
  '043-redactions': redactions,
  '044-sign-outs': signOuts,
};

export const MIGRATIONS: readonly string[] = Object.keys(migrations);

/** One transaction, so that a killed migration leaves nothing behind. */
export async function migrate(db: Db | Trx, further: Record<string, Migration> = {}): Promise<void> {
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !(name in migrations || name in further));
  if (unknown !== undefined)
    throw new StartError(
      `The database was used by a newer version of Gatehouse ("${unknown}"). Use that version, or restore the backup from before.`,
    );
  // Skip Kysely, which queries the schema several times.
  if (applied.length === Object.keys({ ...migrations, ...further }).length) return;
  const { error } = await migrator(db, further).migrateToLatest();
  if (error !== undefined) throw error;
}

export async function migrateUpTo(db: Db | Trx, name: string): Promise<void> {
  const { error } = await migrator(db).migrateTo(name);
  if (error !== undefined) throw error;
}

const migrator = (db: Db | Trx, further: Record<string, Migration> = {}) =>
  new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations, ...further }) } });

export async function appliedMigrations(db: Db | Trx): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name).sort();
}
