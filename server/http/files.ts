import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { bodyTooLarge, notCsv } from '../errors.ts';

/** Sent line by line, however long it is. */
export interface CsvFile {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}

/** 2026-12-31, for the name of a file. */
export const dayOf = (clock: Clock) => new Date(clock.now()).toISOString().slice(0, 10);

export function sendFile(reply: FastifyReply, { name, lines }: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines));
}

/** The whole server takes JSON; a route that takes something else has a corner of its own. */
export function acceptAsStream(scope: FastifyInstance, contentType: string): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload));
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notCsv()));
  return scope;
}

/** Puts a body into a file for as long as the work on it takes. */
export async function withSpooled<T>(body: Readable, most: number, work: (file: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gatehouse-upload-'));
  try {
    const file = join(dir, 'body');
    let size = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        done(size > most ? bodyTooLarge() : null, chunk);
      },
    });
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }));
    return await work(file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
