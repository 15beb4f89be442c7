import { dayOf } from './days.ts';

export const csvFileName = (name: string) => `${name}-${dayOf(new Date())}.csv`;

const NEWLINE = 10;
/** Beyond this, chunks become a Blob, which the browser can move to disk. */
const HELD_BYTES = 4 * 1024 * 1024;

function newlinesIn(chunk: Uint8Array) {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** `onRows` gets the rows so far, without the heading. */
export async function readCsv(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onRows: (rows: number) => void) {
  const reader = stream.getReader();
  let parts: BlobPart[] = [];
  let held = 0;
  let lines = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    held += step.value.length;
    lines += newlinesIn(step.value);
    if (held > HELD_BYTES) {
      parts = [new Blob(parts)];
      held = 0;
    }
    onRows(Math.max(0, lines - 1));
  }
  return { file: new Blob(parts, { type: 'text/csv' }), rows: Math.max(0, lines - 1) };
}
