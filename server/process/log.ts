import { write, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type Log = Logger;

/** Never log other fields: in database errors they contain row values. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { type: error.name, message: error.message, code: code ?? errcode, stack: error.stack };
}

export function createLog(level: Config['logLevel'], destination: DestinationStream = standardOutput()): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  );
}

const standardOutput = () => (standard ??= logOutput(1));
let standard: DestinationStream | undefined;

const WRITE_EVERY_MS = 100;
const BUNDLE_BYTES = 16_000;
/** Beyond this, lines are dropped: the log's reader or disk is stuck. */
const WAITING_BYTES_MAX = 1_000_000;
const LAST_TRIES = 20;
const LAST_WAIT_MS = 10;

const isTooFast = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Batched. Must not block on a stuck reader or full disk, as `pino.destination` does by retrying ENOSPC for ever. */
function logOutput(fd: number): DestinationStream {
  let lines: string[] = [];
  let bytes = 0;
  let dropped = 0;
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
