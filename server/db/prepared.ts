import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Db, Trx } from './tables.ts';

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
