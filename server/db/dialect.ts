import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few statements that the two databases cannot share. */
export const isPostgres = <T>(db: Kysely<T>) => db.getExecutor().adapter instanceof PostgresAdapter;
