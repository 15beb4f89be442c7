import type { TestApp } from './app.ts';
import { until } from './process.ts';

type Row = Readonly<Record<string, unknown>>;
type Contents = ReadonlyMap<string, readonly Row[]>;

/** Written later or by health checks; counters and locks, and the inside of a search index. */
const NOT_CONTENTS =
  /^(?:audit_chain|audit_waiting|guests|heartbeat|limit_counts|locks|mail_times|notification_seq|notification_totals|send_rates|user_totals)$|^user_search/;

/** Asking for them takes longer than reading them. */
const tables = new WeakMap<TestApp['db'], readonly string[]>();

export async function tablesOf({ db }: Pick<TestApp, 'db'>): Promise<readonly string[]> {
  const known = tables.get(db);
  if (known !== undefined) return known;
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  tables.set(db, names);
  return names;
}

async function contentsOf(app: TestApp): Promise<Contents> {
  const contents = new Map<string, readonly Row[]>();
  for (const name of await tablesOf(app)) {
    if (NOT_CONTENTS.test(name)) continue;
    contents.set(
      name,
      await app.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    );
  }
  return contents;
}

/** Rows with the same key are the same row. */
const keyOf = (row: Row) =>
  String(
    row.id ??
      row.user_id ??
      row.guest_secret ??
      row.guest_id ??
      row.name ??
      row.key ??
      row.jti ??
      row.guest_ip ??
      JSON.stringify(row),
  );

function differences(before: Contents, after: Contents): string[] {
  const found = new Set<string>();
  for (const [table, rows] of after) {
    const left = new Map((before.get(table) ?? []).map((row) => [keyOf(row), row]));
    for (const row of rows) {
      const old = left.get(keyOf(row));
      left.delete(keyOf(row));
      if (old === undefined) found.add(`${table} +`);
      else for (const column of Object.keys(row)) if (old[column] !== row[column]) found.add(`${table}.${column}`);
    }
    if (left.size > 0) found.add(`${table} -`);
  }
  return [...found].sort();
}

/** The changes that `work` makes: "users.role" for a changed column, "users +" and "users -" for rows. */
export async function changesBy(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  await app.notifications.settle();
  // The outbox worker updates earlier emails at its own time.
  await until('no email is on its way', async () => {
    const onItsWay = app.db
      .selectFrom('outbox')
      .select('id')
      // The sender of an email has postponed its next attempt.
      .where((row) =>
        row.or([
          row('state', '=', 'sending'),
          row.and([row('state', '=', 'queued'), row('due_at', '<=', app.clock.now())]),
        ]),
      );
    return (await onItsWay.executeTakeFirst()) === undefined;
  });
  const before = await contentsOf(app);
  await work();
  await app.notifications.settle();
  return differences(before, await contentsOf(app));
}
