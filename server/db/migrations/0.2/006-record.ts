import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const OWN_CHANGES = ['details', 'password', 'registered', 'terms accepted', 'security check passed'];

export const record: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('activity')
      .addColumn('staff', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('activity').addColumn('actor_name', 'text').execute();
    await markStaff(db);
    await sql`create index activity_of_staff on activity (created_at) where staff = 1`.execute(db);
    await sql`create index activity_of_users on activity (created_at)
      where staff = 0 and action not in ('page_view', 'email_entry', 'code_entry', 'code_success', 'code_failed')`.execute(
      db,
    );

    await db.schema
      .alterTable('guest_prompts')
      .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await fixMessage(db, 'emailPromptMessage', 'Please enter your email', sql`guest_prompts`, sql`kind = 'email'`);
    const code = 'Please enter your verification code again';
    await fixMessage(db, 'codePromptMessage', code, sql`guest_prompts`, sql`kind = 'code'`);

    await db.schema.alterTable('redirects').addColumn('message', 'text').execute();
    const exit = 'Thank you for completing the verification process';
    const exits = sql`guest_ip is not null and destination_path like 'https://%'`;
    await fixMessage(db, 'exitMessage', exit, sql`redirects`, exits);

    await db.schema.alterTable('notifications').addColumn('caused_by', 'text').execute();
    await sql`insert into locks (name, taken) values ('settings', 0)`.execute(db);
  },
};

async function markStaff(db: Kysely<unknown>): Promise<void> {
  const name = sql`(select username from users where users.id = activity.user_id)`;
  const mark = sql`update activity set staff = 1, actor_name = ${name}`;
  const own = OWN_CHANGES.flatMap((change) => [`{"change":"${change}"%`, `{"changed":"${change}"%`]);
  const isOwn = sql.join(
    own.map((start) => sql`details like ${sql.lit(start)}`),
    sql` or `,
  );
  await sql`${mark} where action = 'admin_redirect'`.execute(db);
  await sql`${mark} where action = 'profile_update' and details is not null and not (${isOwn})`.execute(db);
  await sql`${mark} where staff = 0 and user_id in (select id from users where role = 'admin')`.execute(db);
}

const fixMessage = (
  db: Kysely<unknown>,
  setting: string,
  otherwise: string,
  table: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
) =>
  sql`update ${table} set message = coalesce((select value from settings where name = ${sql.lit(setting)}), ${sql.lit(otherwise)})
    where ${where}`.execute(db);
