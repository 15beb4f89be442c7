import type { Compilable, CompiledQuery, DialectAdapter, Insertable, QueryResult } from 'kysely';
import type { Db, Tables, Trx } from './tables.ts';

const PLACEHOLDER = Symbol('placeholder');
type Placeholder = { readonly [PLACEHOLDER]: string };

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && PLACEHOLDER in value;

/**
 * A query that is put together once for each dialect; afterwards only its values change. Building and compiling a
 * query takes several times as long as SQLite takes to run it, which counts where guests come in crowds.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Db | Trx, values: Values) => Compilable<Row>,
): (db: Db | Trx, values: Values) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  const names = new Proxy({}, { get: (_, name) => ({ [PLACEHOLDER]: String(name) }) }) as Values;
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, names).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((value) => (isPlaceholder(value) ? values[value[PLACEHOLDER]] : value));
    return db.executeQuery({ ...query, parameters });
  };
}

type Column<Table extends keyof Tables> = keyof Insertable<Tables[Table]> & string;

/** Rows of one table with one statement, which is put together once for each number of them. */
export function preparedInsert<Table extends keyof Tables>(table: Table, columns: readonly Column<Table>[]) {
  const statementFor = (count: number) =>
    prepared<Record<string, unknown>, unknown>((db, values) => {
      const row = (index: number) => Object.fromEntries(columns.map((name) => [name, values[`${name}${index}`]]));
      return db.insertInto(table).values(Array.from({ length: count }, (_, index) => row(index) as never));
    });
  const statements = new Map<number, ReturnType<typeof statementFor>>();

  return async (db: Db | Trx, rows: readonly Insertable<Tables[Table]>[]): Promise<void> => {
    const insert = statements.get(rows.length) ?? statementFor(rows.length);
    statements.set(rows.length, insert);
    const values: Record<string, unknown> = {};
    for (const [index, row] of rows.entries()) for (const name of columns) values[`${name}${index}`] = row[name];
    await insert(db, values);
  };
}
