const SYSTEM_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** Server going down or starting, too many connections, out of memory or disk, trouble with either, connection trouble. */
const SERVER_CODES = /^(?:57P0[1-5]|53\d{3}|580[03]0|08\d{3}|25006)$/;
const DRIVER_MESSAGES =
  /terminated|timeout exceeded|timeout expired|Query read timeout|not queryable|Connection ended/i;

export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isPostgresUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code !== undefined) return SYSTEM_CODES.test(code) || SERVER_CODES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}

/** Busy, read-only, input or output error, disk full: the low byte of SQLite's extended codes. */
const SQLITE_TROUBLE = new Set([5, 8, 10, 13]);

/** The database is away or too busy right now; the same request may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === undefined ? isPostgresUnavailable(error) : SQLITE_TROUBLE.has(errcode & 0xff);
}

/** Of the database itself, not of what uses it: on PostgreSQL nothing more can be done in the transaction. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && ('errcode' in error || 'severity' in error);

/** SQLite's codes for unique columns and for primary keys; PostgreSQL has one for both. */
const UNIQUE_VIOLATIONS = new Set<unknown>([2067, 1555, '23505']);

export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return UNIQUE_VIOLATIONS.has(errcode ?? code);
}
