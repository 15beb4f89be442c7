const SYSTEM_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** Shutdown or start, too many connections, out of memory or disk, I/O error, connection errors. */
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

/** Low byte of SQLite's extended codes: busy, read-only, I/O error, disk full. */
const SQLITE_TROUBLE = new Set([5, 8, 10, 13]);

export function isUnavailable(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === undefined ? isPostgresUnavailable(error) : SQLITE_TROUBLE.has(errcode & 0xff);
}

/** SQLite: malformed, not a database. */
const SQLITE_DAMAGE = new Set([11, 26]);

export const isDamaged = (error: unknown): boolean =>
  SQLITE_DAMAGE.has(((error as { errcode?: number })?.errcode ?? 0) & 0xff);

/** Such an error aborts a PostgreSQL transaction. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && ('errcode' in error || 'severity' in error);

/** SQLite: unique column, primary key. PostgreSQL: both. */
const UNIQUE_VIOLATIONS = new Set<unknown>([2067, 1555, '23505']);

export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return UNIQUE_VIOLATIONS.has(errcode ?? code);
}
