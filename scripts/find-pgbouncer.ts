import { findProgram } from './find-program.ts';

/** A pooler for the tests. */
export const findPgbouncer = () =>
  findProgram({ title: 'PgBouncer', variable: 'PGBOUNCER', commands: ['pgbouncer'], packages: ['pgbouncer'] });
