import { type FileHandle, open } from 'node:fs/promises';

/** Longer than any line: 40 signs of a hash, a colon, a number and the line's end. */
const LINE_MAX = 128;
const NEWLINE = 0x0a;
const HASH_OF_LINE = /^([\dA-F]{10,40})(?::\d+)?\r?$/i;

/** The line that begins at or after a place, and where it begins; null behind the last one. */
async function lineFrom(file: FileHandle, place: number): Promise<{ begins: number; text: string } | null> {
  // From one before: a line that begins exactly here is known by the end of the one before it.
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
  if (hash === undefined) throw new Error('it is not a list of SHA-1 hashes, one a line, sorted');
  return hash.toUpperCase();
};

/**
 * Whether a sorted file of SHA-1 hashes has one, by halving it: some forty small reads of a file of any size, and nothing of
 * it is kept. Lines may hold only the beginning of a hash, and behind a colon how often it was seen.
 */
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
