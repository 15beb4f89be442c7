import type { Compilable, CompiledQuery, DialectAdapter, Insertable, QueryResult } from 'kysely';
import type { Db, Tables, Trx } from './tables.ts';

const PLACEHOLDER = Symbol('placeholder');
/** Stands for a value: of one of the rows, or of those that all rows share. */
type Placeholder = { readonly [PLACEHOLDER]: string; readonly row: number | null };

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && PLACEHOLDER in value;

const placeholders = <Values>() =>
  new Proxy({}, { get: (_, name) => ({ [PLACEHOLDER]: String(name), row: null }) }) as Values;

type Values = Record<string, unknown>;
type Statement<Row> = (db: Db | Trx, shared: Values, rows: readonly Values[]) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();

/** By which PostgreSQL knows a statement again, so that it plans it once; undefined for those that it is to plan each time. */
export const statementName = (text: string): string | undefined => names.get(text);

function statement<Row>(build: (db: Db | Trx) => Compilable<Row>, plannedOnce: boolean): Statement<Row> {
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
  const run = statement((db) => build(db, placeholders<Given>()), false);
  return (db, values) => run(db, values, []);
}

interface RowsOptions {
  /** PostgreSQL plans it once. For statements whose plan can be no other when the tables have grown, such as inserts. */
  readonly plannedOnce?: boolean;
}

/** The same for any number of rows; it is put together once for each number of them. */
export function preparedRows<Given extends object, Shared extends Record<string, unknown>, Row = unknown>(
  columns: readonly (keyof Given & string)[],
  build: (db: Db | Trx, rows: Given[], shared: Shared) => Compilable<Row>,
  { plannedOnce = false }: RowsOptions = {},
) {
  const statements = new Map<number, Statement<Row>>();
  const statementFor = (count: number) => {
    const row = (index: number) =>
      Object.fromEntries(columns.map((name) => [name, { [PLACEHOLDER]: name, row: index }])) as Given;
    const rows = Array.from({ length: count }, (_, index) => row(index));
    // The numbers of rows in which many of them are written are few; each other number would have a plan of its own.
    const isUsual = PIECES.includes(count);
    return statement((db) => build(db, rows, placeholders<Shared>()), plannedOnce && isUsual);
  };
  return (db: Db | Trx, rows: readonly Given[], shared: Shared): Promise<QueryResult<Row>> => {
    const run = statements.get(rows.length) ?? statementFor(rows.length);
    statements.set(rows.length, run);
    return run(db, shared, rows as readonly Values[]);
  };
}

const PIECES = [64, 32, 16, 8, 4, 2, 1];

/** As few pieces as there can be of so few lengths that each length can have a statement of its own. */
export function inPieces<Item>(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [];
  let at = 0;
  for (const length of PIECES)
    for (; items.length - at >= length; at += length) pieces.push(items.slice(at, at + length));
  return pieces;
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
  const insert = preparedRows<Row, Record<string, never>>(columns, (db, rows) => db.insertInto(table).values(rows), {
    plannedOnce: true,
  });
  const insertShared = batched<readonly Row[], void>({
    keysOf: () => [],
    async run(trx, given) {
      for (const piece of inPieces(given.flat() as Row[])) await insert(trx, piece, {});
      return given.map(() => undefined);
    },
  });
  return async (db: Db | Trx, rows: readonly Row[]): Promise<void> => {
    if (shared.has(db)) await insertShared(db, rows);
    else await insert(db, rows, {});
  };
}
