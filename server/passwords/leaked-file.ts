import { type FileHandle, open } from 'node:fs/promises';

const LINE_MAX = 128;
const NEWLINE = 0x0a;
const HASH_OF_LINE = /^([\dA-F]{10,40})(?::\d+)?\r?$/i;

async function lineFrom(file: FileHandle, place: number): Promise<{ begins: number; text: string } | null> {
  // One byte earlier, to see where the previous line ends.
  const from = Math.max(0, place - 1);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(2 * LINE_MAX), 0, 2 * LINE_MAX, from);
  const bytes = buffer.subarray(0, bytesRead);
  const begins = place === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (begins === 0 && place !== 0) return null;
  const end = bytes.indexOf(NEWLINE, begins);
  const text = bytes.subarray(begins, end === -1 ? undefined : end).toString('latin1');
  return text === '' ? null : { begins: from + begins, text };
}

const hashOf = (line: string): string => {
  const hash = HASH_OF_LINE.exec(line)?.[1];
  if (hash === undefined) throw new Error('it is not a sorted list of SHA-1 hashes, one per line');
  return hash.toUpperCase();
};

/** Binary search. A line is a hash or its prefix, maybe with a count after a colon. */
export async function isInFile(path: string, sha1: string): Promise<boolean> {
  const wanted = sha1.toUpperCase();
  const file = await open(path, 'r');
  try {
    let low = 0;
    let high = (await file.stat()).size;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineFrom(file, middle);
      if (line === null || line.begins >= high) {
        high = middle;
        continue;
      }
      const hash = hashOf(line.text);
      if (wanted.startsWith(hash)) return true;
      if (hash < wanted) low = line.begins + line.text.length + 1;
      else high = middle;
    }
    return false;
  } finally {
    await file.close();
  }
}
