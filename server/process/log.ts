import { write, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type Log = Logger;

/** What of an error may be logged: database errors carry values of rows in further fields. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { type: error.name, message: error.message, code: code ?? errcode, stack: error.stack };
}

/** JSON lines, on standard output unless said otherwise. */
export function createLog(level: Config['logLevel'], destination: DestinationStream = standardOutput()): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  );
}

/** One for all, however many logs a process has. */
const standardOutput = () => (standard ??= logOutput(1));
let standard: DestinationStream | undefined;

const WRITE_EVERY_MS = 100;
const BUNDLE_BYTES = 16_000;
/** What waits when nobody reads the log or its disk is full; what comes on top is dropped. */
const WAITING_BYTES_MAX = 1_000_000;
/** How often and how long the end of the process waits for a reader that is slow. */
const LAST_TRIES = 20;
const LAST_WAIT_MS = 10;

const isTooFast = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/**
 * Lines for a file descriptor, written in bundles: a system call for each request would cost more than the request.
 * The log is not worth the service: when it cannot be written it waits, then it is dropped, and neither a full disk
 * nor a reader that is gone or asleep ends the process or keeps it from ending.
 */
function logOutput(fd: number): DestinationStream {
  let lines: string[] = [];
  let bytes = 0;
  let dropped = 0;
  /** What the system has been given, or has refused and is given again. */
  let bundle: Buffer | null = null;
  let busy = false;

  const next = (): Buffer => {
    if (dropped > 0)
      lines.push(`${JSON.stringify({ time: new Date().toISOString(), dropped, msg: 'lines dropped' })}\n`);
    const joined = Buffer.from(lines.join(''));
    lines = [];
    bytes = 0;
    dropped = 0;
    return joined;
  };

  /** After a failure the same bundle is tried again at the next tick of the timer. */
  const flush = () => {
    if (lines.length === 0 && bundle === null) return;
    const given = bundle ?? next();
    bundle = given;
    busy = true;
    write(fd, given, (error, written) => {
      busy = false;
      if (error !== null) return;
      bundle = written < given.length ? given.subarray(written) : null;
      if (bundle !== null || bytes >= BUNDLE_BYTES) flush();
    });
  };

  const timer = setInterval(() => {
    if (!busy) flush();
  }, WRITE_EVERY_MS);
  timer.unref();

  process.on('exit', () => {
    // What is being written right now is on its way.
    let rest = Buffer.concat([...(busy || bundle === null ? [] : [bundle]), next()]);
    for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries += 1) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        if (!isTooFast(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WAIT_MS);
      }
    }
  });

  return {
    write(line) {
      if (bytes > WAITING_BYTES_MAX) {
        dropped += 1;
        return;
      }
      lines.push(line);
      bytes += line.length;
      if (bundle === null && bytes >= BUNDLE_BYTES) flush();
    },
  };
}
