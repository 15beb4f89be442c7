import { inWords } from './figures.ts';
import { type Header, tableRows } from './format.ts';
import { readBackup } from './read.ts';

/** Reads all of a file; throws when something of it is missing or wrong. */
export async function verifyBackup(file: string): Promise<string> {
  const began = performance.now();
  let made: Header | null = null;
  let rows = 0;
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') made = part.header;
    if (part.kind === 'end') rows = tableRows(part.sums);
  }
  const seconds = (performance.now() - began) / 1000;
  return `${file} is complete: ${inWords({ rows, seconds })}, made ${made?.time} from ${made?.database} by version ${made?.product}`;
}
