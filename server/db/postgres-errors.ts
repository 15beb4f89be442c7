const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
/** Server going down or starting, too many connections, out of memory or disk, trouble with either, connection trouble. */
const SERVER_CODES = /^(?:57P0[1-5]|53\d{3}|580[03]0|08\d{3}|25006)$/;
const DRIVER_MESSAGES =
  /terminated|timeout exceeded|timeout expired|Query read timeout|not queryable|Connection ended/i;

export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isPostgresUnavailable);
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  if (code !== undefined) return SYSTEM_CODES.has(code) || SERVER_CODES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}
