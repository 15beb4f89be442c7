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

/** The same for any number of rows; it is put together once for each number of them. */
export function preparedRows<Row extends object, Shared extends Record<string, unknown>>(
  columns: readonly (keyof Row & string)[],
  build: (db: Db | Trx, rows: Row[], shared: Shared) => Compilable,
) {
  const statementFor = (count: number) =>
    prepared<Record<string, unknown>, unknown>((db, values) => {
      const row = (index: number) => Object.fromEntries(columns.map((name) => [name, values[`${name}${index}`]]));
      return build(
        db,
        Array.from({ length: count }, (_, index) => row(index) as Row),
        values as Shared,
      );
    });
  const statements = new Map<number, ReturnType<typeof statementFor>>();

  return (db: Db | Trx, rows: readonly Row[], shared: Shared): Promise<QueryResult<unknown>> => {
    const statement = statements.get(rows.length) ?? statementFor(rows.length);
    statements.set(rows.length, statement);
    const values: Record<string, unknown> = { ...shared };
    for (const [index, row] of rows.entries()) for (const name of columns) values[`${name}${index}`] = row[name];
    return statement(db, values);
  };
}

export function preparedInsert<Table extends keyof Tables>(
  table: Table,
  columns: readonly (keyof Insertable<Tables[Table]> & string)[],
) {
  type Row = Insertable<Tables[Table]>;
  const insert = preparedRows<Row, Record<string, never>>(columns, (db, rows) => db.insertInto(table).values(rows));
  return async (db: Db | Trx, rows: readonly Row[]): Promise<void> => {
    await insert(db, rows, {});
  };
}
