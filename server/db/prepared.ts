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

const PLACEHOLDER = Symbol('placeholder');
/** Stands for a value: of one of the rows, or of those that all rows share. */
type Placeholder = { readonly [PLACEHOLDER]: string; readonly row: number | null };

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && PLACEHOLDER in value;

const sharedValues = <Given>() =>
  new Proxy({}, { get: (_, name) => ({ [PLACEHOLDER]: String(name), row: null }) }) as Given;

type Values = Record<string, unknown>;
type Statement<Row> = (db: Db | Trx, shared: Values, rows: readonly Values[]) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();

/** By which PostgreSQL knows a statement again, so that it plans it once; undefined for those that it is to plan each time. */
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
      if (!isPlaceholder(value)) return value;
      return (value.row === null ? shared : (rows[value.row] as Values))[value[PLACEHOLDER]];
    });
    return db.executeQuery({ ...query, parameters });
  };
}

/**
 * A query that is put together once for each dialect; afterwards only its values change. Building and compiling a
 * query takes several times as long as SQLite takes to run it, which counts where guests come in crowds.
 */
export function prepared<Given extends Record<string, unknown>, Row>(
  build: (db: Db | Trx, values: Given) => Compilable<Row>,
): (db: Db | Trx, values: Given) => Promise<QueryResult<Row>> {
  const run = statement((db) => build(db, sharedValues<Given>()));
  return (db, values) => run(db, values, []);
}

/** The same for any number of rows; it is put together once for each number of them. */
export function preparedRows<Given extends object, Shared extends Record<string, unknown>, Row = unknown>(
  columns: readonly (keyof Given & string)[],
  build: (db: Db | Trx, rows: Given[], shared: Shared) => Compilable<Row>,
) {
  const statements = new Map<number, Statement<Row>>();
  const statementFor = (count: number) => {
    const row = (index: number) =>
      Object.fromEntries(columns.map((name) => [name, { [PLACEHOLDER]: name, row: index }])) as Given;
    const rows = Array.from({ length: count }, (_, index) => row(index));
    return statement((db) => build(db, rows, sharedValues<Shared>()));
  };
  return (db: Db | Trx, rows: readonly Given[], shared: Shared): Promise<QueryResult<Row>> => {
    const run = statements.get(rows.length) ?? statementFor(rows.length);
    statements.set(rows.length, run);
    return run(db, shared, rows as readonly Values[]);
  };
}

/** PostgreSQL reads no half of a pair from JSON; as a value of its own it would have become the sign of what is missing. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
const HALF_A_PAIR = /\\ud[89a-f]/;

function asJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return HALF_A_PAIR.test(text) ? JSON.stringify(rows, wellFormed) : text;
}

interface ManyRows<Given extends object, Row> {
  readonly columns: readonly (keyof Given & string)[];
  /** On SQLite, with a placeholder for each value. */
  values(db: Db | Trx, rows: Given[]): Compilable<Row>;
  /** On PostgreSQL, with all rows as one value: however many they are, it is the same statement. */
  json(db: Db | Trx, rows: string, keys: readonly string[]): Compilable<Row>;
  /** The column by which rows are found, where they are. */
  readonly key?: keyof Given & string;
  /** PostgreSQL plans it once a connection. For what has only one plan, however much the tables grow. */
  readonly plannedOnce: boolean;
}

/** SQLite keeps a statement for each of these numbers of rows. */
const PIECES = [64, 32, 16, 8, 4, 2, 1];

/** As few pieces as there can be of so few lengths. */
export function inPieces<Item>(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [];
  let at = 0;
  for (const length of PIECES)
    for (; items.length - at >= length; at += length) pieces.push(items.slice(at, at + length));
  return pieces;
}

/** A statement for many rows. One on PostgreSQL; on SQLite, where a statement costs little, several. */
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
    for (const piece of inPieces(rows)) found.push(...(await onSqlite(trx, piece, {})).rows);
    return found;
  };
}

type Inserting<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>;

/** An insert of many rows, and what is to be done where there is one already. */
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
  /** A column of the table that has an index. */
  readonly column: string;
  /** What is given of it, which is a text. */
  readonly given: Name;
}

/**
 * A statement that reads what it needs for many rows from a table that is not one: it has these columns, and is called "given".
 * Its condition says which row of the table is meant. PostgreSQL does not know how few rows a JSON text holds, and would read
 * the whole table rather than look them up; so it gets the keys a second time, as a list that it can count.
 */
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
    // How large the tables are makes a difference to how it is best done.
    plannedOnce: false,
  });
}

const shared = new WeakSet<Db | Trx>();

/** Several jobs run in this transaction, step by step: what they do alike in one step is one statement. */
export function share(trx: Trx): void {
  shared.add(trx);
}

interface Asked<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Batched<Item, Answer> {
  /** The rows that the item is about. Of two items with one in common the second sees what became of the first. */
  keysOf(item: Item): readonly string[];
  /** One answer for each item. They come in the order of their keys, so that no two processes wait for each other. */
  run(db: Db | Trx, items: readonly Item[]): Promise<readonly Answer[]>;
}

/** Of items in their order, as many as have nothing in common, and again of the rest. */
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

/** A statement for many rows. Jobs that share a transaction and come to it in the same step run it together. */
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
      // Those who have their answer already are not told a second time.
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
      // After every job has gone as far as it can without the database.
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
    // Outside of a transaction it has to be a single statement, of however many rows.
    else await insertOnce(db, rows, {});
  };
}
