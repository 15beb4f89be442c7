import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  NoResultError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isPostgres } from '../../server/db/queries.ts';
import type { Db, Tables } from '../../server/db/tables.ts';

const POSTGRES = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
};
const SQLITE = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
};

/** The plan of every statement in `work`, to see which index it uses. Runs only EXPLAIN: `work` itself finds no rows. */
export async function planOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  const statements: CompiledQuery[] = [];
  const recorder = new Kysely<Tables>({
    dialect: { createDriver: () => new DummyDriver(), ...(isPostgres(db) ? POSTGRES : SQLITE) },
    log: ({ query }) => {
      statements.push(query);
    },
  });
  await work(recorder).catch((error: unknown) => {
    if (!(error instanceof NoResultError)) throw error;
  });
  const explain = isPostgres(db) ? 'explain' : 'explain query plan';
  const plan: string[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    plan.push(...rows.map((row) => Object.values(row).join(' ')));
  }
  return plan.join('\n');
}
