import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../server/db/queries.ts';
import type { Db, Trx } from '../../server/db/tables.ts';

/** Carried tables, ordered so that rows only refer to earlier tables. Decision 18. */
export const CARRIED: readonly string[] = [
  'users',
  'former_users',
  'passkeys',
  'totp_apps',
  'recovery_codes',
  'oidc_links',
  'profiles',
  'profile_pictures',
  'saved_views',
  'api_keys',
  'terms_acceptances',
  'registrations',
  'legal_holds',
  'erasures',
  'settings',
  'setting_proposals',
  'admin_terms',
  'account_means',
  'redirects',
  // Before `activity`, whose triggers add missing steps only.
  'guest_steps',
  'activity',
  'audit_chain',
  'audit_cuts',
  'audit_keys',
  'notifications',
  'notification_seq',
  'notification_marks',
  'notification_reads',
  'admin_preferences',
  'guests',
  'guest_messages',
  'guest_assignments',
  'guest_help',
  'verified_addresses',
  // Waiting messages are sent after a restore: better twice than never.
  'outbox',
  // Kept, or a restore would give attackers a second chance.
  'sign_in_attempts',
  'limit_counts',
  'used_captchas',
  'gate_tokens',
  'used_challenges',
];

export const CARRIED_ONLY: Readonly<Record<string, RawBuilder<boolean>>> = {
  // Emails with a code have an IP address, and are left out: the backup holds the key to decrypt them.
  outbox: sql`guest_ip is null`,
};

export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'restoring an old backup must not sign anyone in',
  begun_sign_ins: 'for the same reason, and they live for five minutes',
  oidc_flows: 'about links to the identity provider that were begun within the last minutes',
  email_changes: 'codes, which end with the sessions they belong to',
  guest_verifications: 'codes, for the same reason as the emails they are in: guests ask for a new one',
  gate_passes: 'about browsers that came in within the last hours, and their verifications are left out too',
  mail_times: 'about the emails of the last day',
  bulk_jobs:
    'a restored place does not go on by itself with what the old one was about; what was changed is in the log',
  audit_waiting: 'a trigger makes it anew from the entries, and the next start sees which of them have their link',
  heartbeat: 'says only that the old place was alive',
  server_key: 'its id is in the header of the file',
  locks: 'its row is made by the migration',
  send_rates: 'is about the last minute, and its row is made by the migration',
  kysely_migration: 'the names are in the header of the file',
  kysely_migration_lock: 'made by the migrations',
  user_totals: 'triggers count the rows that are restored',
  notification_totals: 'triggers count the rows that are restored',
  user_search_rows: 'rebuilt from users',
  user_search: 'rebuilt from users',
  user_search_parts: 'a view of user_search',
  user_search_config: 'part of user_search',
  user_search_data: 'part of user_search',
  user_search_docsize: 'part of user_search',
  user_search_idx: 'part of user_search',
};

export interface Column {
  readonly name: string;
  readonly type: string;
}

export async function columnsOfTables(db: Db | Trx): Promise<Map<string, Column[]>> {
  const tables = await db.introspection.getTables();
  const schema = isPostgres(db)
    ? (await sql<{ schema: string }>`select current_schema() as schema`.execute(db)).rows[0]?.schema
    : undefined;
  const ours = tables.filter((table) => table.schema === schema);
  return new Map(
    ours.map(({ name, columns }) => [name, columns.map((column) => ({ name: column.name, type: column.dataType }))]),
  );
}
