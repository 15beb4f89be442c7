import {
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import { isPostgres } from './queries.ts';
import type { Db, Tables, Trx } from './tables.ts';

class Placeholder {
  readonly name: string;
  readonly row: number | null;

  constructor(name: string, row: number | null) {
    this.name = name;
    this.row = row;
  }
}

const sharedValues = <Given>() => new Proxy({}, { get: (_, name) => new Placeholder(String(name), null) }) as Given;

type Values = Record<string, unknown>;
type Statement<Row> = (db: Db | Trx, shared: Values, rows: readonly Values[]) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();

export const statementName = (text: string): string | undefined => names.get(text);

function statement<Row>(build: (db: Db | Trx) => Compilable<Row>, plannedOnce = false): Statement<Row> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, shared, rows) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db).compile();
      compiled.set(adapter, query);
      if (plannedOnce && !names.has(query.sql)) names.set(query.sql, `statement${names.size}`);
    }
    const parameters = query.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value;
      return (value.row === null ? shared : (rows[value.row] as Values))[value.name];
    });
    return db.executeQuery({ ...query, parameters });
  };
}

/** Kysely's compilation takes several times as long as the query on SQLite. Figure: guests (decision 53). */
export function prepared<Given extends Record<string, unknown>, Row>(
  build: (db: Db | Trx, values: Given) => Compilable<Row>,
): (db: Db | Trx, values: Given) => Promise<QueryResult<Row>> {
  const run = statement((db) => build(db, sharedValues<Given>()));
  return (db, values) => run(db, values, []);
}

export function preparedRows<Given extends object, Shared extends Record<string, unknown>, Row = unknown>(
  columns: readonly (keyof Given & string)[],
  build: (db: Db | Trx, rows: Given[], shared: Shared) => Compilable<Row>,
) {
  const statements = new Map<number, Statement<Row>>();
  const statementFor = (count: number) => {
    const row = (index: number) =>
      Object.fromEntries(columns.map((name) => [name, new Placeholder(name, index)])) as Given;
    const rows = Array.from({ length: count }, (_, index) => row(index));
    return statement((db) => build(db, rows, sharedValues<Shared>()));
  };
  return (db: Db | Trx, rows: readonly Given[], shared: Shared): Promise<QueryResult<Row>> => {
    const run = statements.get(rows.length) ?? statementFor(rows.length);
    statements.set(rows.length, run);
    return run(db, shared, rows as readonly Values[]);
  };
}

/** PostgreSQL rejects lone surrogates in JSON. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
const HALF_A_PAIR = /\\ud[89a-f]/;

function asJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return HALF_A_PAIR.test(text) ? JSON.stringify(rows, wellFormed) : text;
}

interface ManyRows<Given extends object, Row> {
  readonly columns: readonly (keyof Given & string)[];
  values(db: Db | Trx, rows: Given[]): Compilable<Row>;
  json(db: Db | Trx, rows: string, keys: readonly string[]): Compilable<Row>;
  readonly key?: keyof Given & string;
  readonly plannedOnce: boolean;
}

const PIECES = [64, 32, 16, 8, 4, 2, 1];

export function inPowersOfTwo<Item>(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [];
  let at = 0;
  for (const length of PIECES)
    for (; items.length - at >= length; at += length) pieces.push(items.slice(at, at + length));
  return pieces;
}

function preparedMany<Given extends object, Row = unknown>(many: ManyRows<Given, Row>) {
  const onPostgres = statement((db) => {
    const { rows, keys } = sharedValues<{ rows: string; keys: readonly string[] }>();
    return many.json(db, rows, keys);
  }, many.plannedOnce);
  const onSqlite = preparedRows<Given, Record<string, never>, Row>(many.columns, many.values);
  return async (trx: Db | Trx, rows: readonly Given[]): Promise<Row[]> => {
    if (isPostgres(trx)) {
      const { key } = many;
      const keys = key === undefined ? null : rows.map((row) => row[key]);
      return (await onPostgres(trx, { rows: asJson(rows), keys }, [])).rows;
    }
    const found: Row[] = [];
    for (const piece of inPowersOfTwo(rows)) found.push(...(await onSqlite(trx, piece, {})).rows);
    return found;
  };
}

type Inserting<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>;

export function preparedUpsert<Table extends keyof Tables, Row = InsertResult>(
  table: Table,
  columns: readonly (keyof Insertable<Tables[Table]> & string)[],
  finish: (insert: Inserting<Table>) => Compilable<Row>,
) {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  return preparedMany<Insertable<Tables[Table]>, Row>({
    columns,
    values: (db, rows) => finish(db.insertInto(table).values(rows)),
    json: (db, rows) =>
      finish(
        db
          .insertInto(table)
          .columns(columns as never)
          .expression(
            sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows})` as never,
          ) as Inserting<Table>,
      ),
    plannedOnce: true,
  });
}

interface GivenKey<Name> {
  readonly column: string;
  readonly given: Name;
}

/** Joins the given rows as "given". PostgreSQL scans the whole table unless it also gets the keys as an array. */
export function preparedFrom<Given extends object, Row = unknown>(
  types: { readonly [Name in keyof Given & string]: 'text' | 'bigint' },
  key: GivenKey<keyof Given & string>,
  build: (db: Db | Trx, given: AliasedRawBuilder<unknown, 'given'>, isMeant: RawBuilder<boolean>) => Compilable<Row>,
) {
  const isSame = sql<boolean>`${sql.ref(key.column)} = given.${sql.ref(key.given)}`;
  const columns = Object.keys(types) as (keyof Given & string)[];
  const named = columns.map((name, index) => sql`${sql.ref(`column${index + 1}`)} as ${sql.ref(name)}`);
  const typed = columns.map((name) => sql`${sql.ref(name)} ${sql.raw(types[name])}`);
  const row = (values: Given) => sql`(${sql.join(columns.map((name) => sql`${values[name]}`))})`;
  return preparedMany<Given, Row>({
    columns,
    key: key.given,
    values: (db, rows) =>
      build(db, sql`(select ${sql.join(named)} from (values ${sql.join(rows.map(row))}))`.as('given'), isSame),
    json: (db, rows, keys) =>
      build(
        db,
        sql`(select * from json_to_recordset(${rows}) as given(${sql.join(typed)}))`.as('given'),
        sql<boolean>`${isSame} and ${sql.ref(key.column)} = any(cast(${keys} as text[]))`,
      ),
    plannedOnce: false,
  });
}

const shared = new WeakSet<Db | Trx>();

/** Jobs in this transaction that run the same statement then share one. */
export function shareStatements(trx: Trx): void {
  shared.add(trx);
}

interface Asked<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Batched<Item, Answer> {
  keysOf(item: Item): readonly string[];
  /** Gets items sorted by key, against deadlocks. */
  run(db: Db | Trx, items: readonly Item[]): Promise<readonly Answer[]>;
}

export function inRounds<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const rounds: Item[][] = [];
  for (let rest = [...items]; rest.length > 0; ) {
    const keys = new Set<string>();
    const round: Item[] = [];
    const later: Item[] = [];
    for (const item of rest) {
      const own = keysOf(item);
      (own.some((key) => keys.has(key)) ? later : round).push(item);
      for (const key of own) keys.add(key);
    }
    rounds.push(round);
    rest = later;
  }
  return rounds;
}

export function batched<Item, Answer>({ keysOf, run }: Batched<Item, Answer>) {
  const waiting = new WeakMap<Db | Trx, Asked<Item, Answer>[]>();
  const firstKey = (item: Item) => keysOf(item)[0] ?? '';
  const inOrder = (one: Item, other: Item) => (firstKey(one) < firstKey(other) ? -1 : 1);

  const flush = async (trx: Db | Trx) => {
    const batch = waiting.get(trx) ?? [];
    waiting.delete(trx);
    try {
      for (const round of inRounds(batch, ({ item }) => keysOf(item))) {
        round.sort((one, other) => inOrder(one.item, other.item));
        const items = round.map(({ item }) => item);
        const answers = await run(trx, items);
        for (const [index, { resolve }] of round.entries()) resolve(answers[index] as Answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (db: Db | Trx, item: Item): Promise<Answer> => {
    if (!shared.has(db)) return run(db, [item]).then(([answer]) => answer as Answer);
    return new Promise((resolve, reject) => {
      const batch = waiting.get(db);
      if (batch !== undefined) {
        batch.push({ item, resolve, reject });
        return;
      }
      waiting.set(db, [{ item, resolve, reject }]);
      // Wait until every job has come to its next query.
      queueMicrotask(() => process.nextTick(() => void flush(db)));
    });
  };
}

export function preparedInsert<Table extends keyof Tables>(
  table: Table,
  columns: readonly (keyof Insertable<Tables[Table]> & string)[],
) {
  type Row = Insertable<Tables[Table]>;
  const insertMany = preparedUpsert(table, columns, (insert) => insert);
  const insertOnce = preparedRows<Row, Record<string, never>>(columns, (db, rows) => db.insertInto(table).values(rows));
  const insertShared = batched<readonly Row[], void>({
    keysOf: () => [],
    async run(trx, given) {
      await insertMany(trx, given.flat() as Row[]);
      return given.map(() => undefined);
    },
  });
  return async (db: Db | Trx, rows: readonly Row[]): Promise<void> => {
    if (shared.has(db)) await insertShared(db, rows);
    else if (isPostgres(db)) await insertMany(db, rows);
    else await insertOnce(db, rows, {});
  };
}
