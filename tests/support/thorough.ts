import { inject } from 'vitest';

/**
 * Whether a file for both databases runs in full: every day on SQLite, on PostgreSQL with `--everything`. PostgreSQL
 * takes three times as long, so on other days it gets each line and each column of a matrix once, and the tests whose
 * SQL or locks differ there.
 */
export const isThorough = () => inject('everything') || inject('database') === 'sqlite';

/** All of them, or only one: another for each index. */
export const inTurn = <Case>(cases: readonly Case[], index: number): readonly Case[] =>
  isThorough() ? cases : cases.filter((_, at) => at === index % cases.length);
