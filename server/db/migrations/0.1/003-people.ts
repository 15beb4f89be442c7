import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

interface UsersThen {
  users: {
    id: string;
    username: string;
    email: string | null;
    first_name: string | null;
    last_name: string | null;
    name_key: string;
    search: string;
  };
}

export const people: Migration = {
  async up(db: Kysely<unknown>) {
    // Byte order, so that both databases sort alike.
    const bytes = isPostgres(db) ? sql`text collate "C"` : 'text';
    for (const name of ['name_key', 'search']) {
      await db.schema
        .alterTable('users')
        .addColumn(name, bytes, (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await fillNames(db as Kysely<UsersThen>);
    await db.schema.createIndex('users_by_name').on('users').columns(['name_key', 'id', 'search']).execute();
    await sql`create index users_admins on users (status) where role = 'admin'`.execute(db);
    await (isPostgres(db) ? indexPartsOnPostgres(db) : indexPartsOnSqlite(db));

    await db.schema
      .createTable('profiles')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('phone', 'text')
      .addColumn('date_of_birth', 'text')
      .addColumn('bio', 'text')
      .addColumn('address', 'text')
      .addColumn('city', 'text')
      .addColumn('country', 'text')
      .addColumn('completed_at', 'bigint')
      .execute();

    await db.schema
      .createTable('terms_acceptances')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('terms_acceptances_key', ['user_id', 'version'])
      .execute();

    await db.schema
      .createTable('registrations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('registrations_by_email').on('registrations').column('email_key').execute();
    await db.schema.createIndex('registrations_by_expiry').on('registrations').column('expires_at').execute();

    await db.schema
      .createTable('locks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('taken', 'integer', (column) => column.notNull())
      .execute();
    await sql`insert into locks (name, taken) values ('users', 0)`.execute(db);
  },
};

async function fillNames(db: Kysely<UsersThen>): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'first_name', 'last_name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute();
    for (const { id, ...row } of rows) {
      await db.updateTable('users').set(columnsFor(row)).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

const searchable = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFKC');

const cut = (text: string, bytes: number) =>
  Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString()
        .replace(/\ufffd+$/, '');

/** Copied: a migration never changes. */
function columnsFor({
  username,
  email,
  first_name,
  last_name,
}: Omit<UsersThen['users'], 'id' | 'name_key' | 'search'>) {
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  const lines = [fullName, username, email ?? ''].map((line) => searchable(line).trim());
  return {
    name_key: cut(lines[0] || searchable(email ?? '') || searchable(username), 300),
    search: cut(lines.filter(Boolean).join('\n'), 1_800),
  };
}

/** Two fillers at the end let a prefix search find "ab" anywhere. `pg_trgm` sees only letters and digits. */
async function indexPartsOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function gatehouse_parts(search text) returns tsvector language sql immutable strict parallel safe as
    $$ select array_to_tsvector(array(
      select distinct substr(search || E'\n\n', at, 3) from generate_series(1, length(search)) at)) $$
  `.execute(db);
  await sql`create index users_by_part on users using gin (gatehouse_parts(search)) with (fastupdate = off)`.execute(
    db,
  );
}

/** A vacuum may change row numbers of `users`. */
async function indexPartsOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create table user_search_rows (id integer primary key, user_id text not null unique)',
    `create virtual table user_search using fts5(
      search, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    "create virtual table user_search_parts using fts5vocab('user_search', 'row')",
    `create trigger user_search_insert after insert on users begin
      insert into user_search_rows (user_id) values (new.id);
      insert into user_search (rowid, search)
        select id, new.search || char(10, 10) from user_search_rows where user_id = new.id;
    end`,
    `create trigger user_search_update after update of search on users when old.search is not new.search begin
      update user_search set search = new.search || char(10, 10)
        where rowid = (select id from user_search_rows where user_id = new.id);
    end`,
    `create trigger user_search_delete after delete on users begin
      delete from user_search where rowid = (select id from user_search_rows where user_id = old.id);
      delete from user_search_rows where user_id = old.id;
    end`,
    'insert into user_search_rows (user_id) select id from users',
    `insert into user_search (rowid, search)
      select user_search_rows.id, users.search || char(10, 10) from user_search_rows join users on users.id = user_id`,
  ]) {
    await sql.raw(statement).execute(db);
  }
}
