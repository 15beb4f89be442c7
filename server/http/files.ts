import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type CsvColumns, csvHeading, csvRows } from '../../contract/csv.ts';
import { type Clock, iso } from '../clock.ts';
import { bodyTooLarge, notCsv } from '../errors.ts';

export interface CsvFile {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}

/** Small batches are garbage-collected young. Figure: activity, memory with the export. */
export const ROWS_AT_ONCE = 100;

interface CsvPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export async function* csvPages<Row>(
  columns: CsvColumns<Row>,
  pageAt: (cursor: string | undefined) => Promise<CsvPage<Row>>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  let cursor: string | undefined;
  do {
    const { rows, next } = await pageAt(cursor);
    if (rows.length > 0) yield csvRows(columns, rows);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

export const dayOf = (clock: Clock) => iso(clock.now()).slice(0, 10);

async function* allowed(lines: AsyncIterable<string>, stillAllowed: () => Promise<void>): AsyncGenerator<string> {
  for await (const portion of lines) {
    await stillAllowed();
    yield portion;
  }
}

/** An error breaks the connection, because an early end would look complete. */
export function sendFile(
  reply: FastifyReply,
  { name, lines }: CsvFile,
  stillAllowed: () => Promise<void>,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(allowed(lines, stillAllowed)));
}

/** Accepts a stream; the rest of the server accepts only JSON. */
export function acceptAsStream(scope: FastifyInstance, contentType: string): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload));
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notCsv()));
  return scope;
}

const PIECE_BYTES = 64 * 1024;

/** A destroyed stream closes its descriptor later, when it may belong to another file. */
async function* piecesOf(file: FileHandle, disconnected: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    disconnected.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The file is unlinked at once, so that even a killed process leaves nothing behind. */
export async function withSpooled<T>(
  body: Readable,
  most: number,
  disconnected: AbortSignal,
  work: (read: () => AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gatehouse-upload-'));
  const file = await open(join(dir, 'body'), 'wx+', 0o600);
  try {
    await rm(dir, { recursive: true, force: true });
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw bodyTooLarge();
      await file.appendFile(chunk);
    }
    return await work(() => piecesOf(file, disconnected));
  } finally {
    await file.close();
  }
}
