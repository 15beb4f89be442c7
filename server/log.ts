import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** What of an error may be logged: database errors carry values of rows in further fields. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { type: error.name, message: error.message, code: code ?? errcode, stack: error.stack };
}

/** JSON lines on standard output. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
