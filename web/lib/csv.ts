import { type CsvColumns, csvFile } from '../../contract/csv.ts';
import { dayOf } from './days.ts';

export type { CsvColumns };

export const csvBlob = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]) =>
  new Blob([csvFile(columns, rows)], { type: 'text/csv;charset=utf-8' });

export const csvFileName = (name: string) => `${name}-${dayOf(new Date())}.csv`;

const NEWLINE = 10;

function newlinesIn(chunk: Uint8Array) {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** As a Blob, which the browser can move to disk while it grows. Rows are counted without the heading. */
export async function readCsv(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onRows: (rows: number) => void) {
  let lines = 0;
  const rows = () => Math.max(0, lines - 1);
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      lines += newlinesIn(chunk);
      onRows(rows());
      controller.enqueue(chunk);
    },
  });
  const headers = { 'Content-Type': 'text/csv' };
  const file = await new Response(stream.pipeThrough(counting), { headers }).blob();
  return { file, rows: rows() };
}
