import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bodyTooLarge } from '../errors.ts';

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
