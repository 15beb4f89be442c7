import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops what it replaces: no process of version 0.2 runs beside it. */
export const guestMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('guest_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guest_id', 'text')
      .addColumn('guest_ip', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('prompt', 'text')
      .addColumn('text', 'text')
      .addColumn('target', 'text')
      .addColumn('reason', 'text')
      .addColumn('is_persistent', 'integer', (column) => column.notNull())
      .addColumn('sender_id', 'text')
      .addColumn('sender_name', 'text')
      .addColumn('is_waiting', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('delivered_at', 'bigint')
      .addColumn('seen_at', 'bigint')
      .addColumn('declined_at', 'bigint')
      .addColumn('withdrawn_at', 'bigint')
      .addColumn('withdrawn_why', 'text')
      .addColumn('receipt_of', 'text')
      .execute();
    await carryWaiting(db);
    await carryStates(db);
    await db.schema.createIndex('guest_messages_by_time').on('guest_messages').column('created_at').execute();
    await sql`create index guest_messages_by_browser on guest_messages (guest_id, created_at)
      where guest_id is not null`.execute(db);
    await sql`create index guest_messages_waiting on guest_messages (guest_ip) where is_waiting = 1`.execute(db);

    await db.schema
      .createTable('guest_assignments')
      .addColumn('guest_id', 'text', (column) => column.primaryKey())
      .addColumn('helper_id', 'text', (column) => column.notNull())
      .addColumn('helper_name', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guest_assignments_by_time').on('guest_assignments').column('used_at').execute();
    await sql`insert into guest_assignments (guest_id, helper_id, helper_name, used_at)
      select id, claimed_by, claimed_name, claim_used_at from guest_care
      where claimed_by is not null and claimed_name is not null and claim_used_at is not null`.execute(db);

    for (const table of ['guest_prompts', 'guest_care', 'guest_exits']) await db.schema.dropTable(table).execute();
    await keepUserRedirects(db);
    // In these two `guest_id` was the cookie's secret.
    for (const table of ['guest_verifications', 'gate_passes'])
      await db.schema.alterTable(table).renameColumn('guest_id', 'guest_secret').execute();
  },
};

/** Prompts of addresses had the address as their id. */
async function carryWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`insert into guest_messages (id, guest_id, guest_ip, kind, prompt, text, is_persistent, is_waiting, created_at)
    select case when id = guest_ip then 'prompt-' || id else id end, guest_id, guest_ip, 'prompt', kind, message, 0, 1, created_at
    from guest_prompts`.execute(db);
  await sql`insert into guest_messages
      (id, guest_id, guest_ip, kind, text, target, reason, is_persistent, sender_name, is_waiting, created_at)
    select id, guest_id, guest_ip, case when message is null then 'redirect' else 'exit' end, message, destination_path, reason,
      is_persistent, sent_by, 1, created_at
    from redirects where guest_ip is not null`.execute(db);
}

/** A message that no longer waits is not in the table yet. */
async function carryStates(db: Kysely<unknown>): Promise<void> {
  const stateIn = (...states: string[]) =>
    sql`case when care.steer_state in (${sql.join(states.map((state) => sql.lit(state)))}) then care.steer_state_at end`;
  const delivered = stateIn('delivered', 'seen', 'declined');
  await sql`update guest_messages set
      sender_name = coalesce(sender_name, (select care.steer_by from guest_care as care where care.steer_id = guest_messages.id)),
      delivered_at = (select ${delivered} from guest_care as care where care.steer_id = guest_messages.id),
      declined_at = (select ${stateIn('declined')} from guest_care as care where care.steer_id = guest_messages.id)
    where id in (select steer_id from guest_care where steer_id is not null)`.execute(db);
  await sql`insert into guest_messages (id, guest_id, guest_ip, kind, prompt, target, is_persistent, sender_name, is_waiting,
      created_at, delivered_at, seen_at, declined_at, withdrawn_at)
    select care.steer_id, care.id, coalesce(guests.ip_address, ''),
      case care.steer_what when 'move' then 'redirect' when 'exit' then 'exit' when 'resend' then 'resend' else 'prompt' end,
      case care.steer_what when 'email-prompt' then 'email' when 'code-prompt' then 'code' end,
      care.steer_to, 0, care.steer_by, 0, care.steer_at,
      ${delivered}, ${stateIn('seen')}, ${stateIn('declined')}, ${stateIn('withdrawn')}
    from guest_care as care left join guests on guests.id = care.id
    where care.steer_id is not null and care.steer_at is not null
      and not exists (select 1 from guest_messages where guest_messages.id = care.steer_id)`.execute(db);
  await sql`update guest_messages set text = (select message from guest_exits where redirect_id = guest_messages.id
      and guest_exits.guest_id = guest_messages.guest_id)
    where kind = 'exit' and text is null`.execute(db);
}

async function keepUserRedirects(db: Kysely<unknown>): Promise<void> {
  for (const index of ['redirects_by_guest', 'redirects_by_user', 'redirects_by_browser', 'redirects_by_time'])
    await db.schema.dropIndex(index).ifExists().execute();
  await db.schema.alterTable('redirects').renameTo('redirects_before').execute();
  await db.schema
    .createTable('redirects')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('destination_path', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('is_persistent', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_by', 'text')
    .addColumn('delivered_at', 'bigint')
    .execute();
  await sql`insert into redirects (id, user_id, destination_path, reason, is_persistent, created_at, sent_by)
    select id, user_id, destination_path, reason, is_persistent, created_at, sent_by
    from redirects_before where user_id is not null`.execute(db);
  await db.schema.dropTable('redirects_before').execute();
  await db.schema.createIndex('redirects_by_user').on('redirects').column('user_id').execute();
  await db.schema.createIndex('redirects_by_time').on('redirects').columns(['created_at', 'id']).execute();
}
