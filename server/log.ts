import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** What of an error may be logged: database errors carry values of rows in further fields. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { type: error.name, message: error.message, code: code ?? errcode, stack: error.stack };
}

/**
 * JSON lines on standard output, written in bundles: a system call for each request would cost more than
 * the request. A bundle waits a tenth of a second at most and is written when the process ends.
 */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 });

export function createLog(level: Config['logLevel'], destination: DestinationStream = standardOutput()): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  );
}
