import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { logOutput } from './log-output.ts';

export type Log = Logger;

/** What of an error may be logged: database errors carry values of rows in further fields. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { type: error.name, message: error.message, code: code ?? errcode, stack: error.stack };
}

/** JSON lines, on standard output unless said otherwise. */
export function createLog(level: Config['logLevel'], destination: DestinationStream = logOutput(1)): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  );
}
