import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const DOCUMENT = 'docs/SCALING.md';

export type Cell = string | number;

const shown = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell);
const line = (cells: readonly Cell[]) => `| ${cells.map(shown).join(' | ')} |`;

/** A table of figures. `BENCH_SCALING_SAVE=1` also writes it to its place in the document. */
export function table(name: string, head: readonly string[], lines: readonly Cell[][]): void {
  const text = [line(head), `|${head.map(() => '---:').join('|')}|`, ...lines.map(line)].join('\n');
  process.stderr.write(`\n${name}\n${text}\n`);
  if (process.env.BENCH_SCALING_SAVE === undefined) return;
  const document = readFileSync(DOCUMENT, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!marked.test(document)) throw new Error(`${DOCUMENT} has no place for "${name}".`);
  const taken = `Taken ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}.`;
  writeFileSync(
    DOCUMENT,
    document.replace(marked, (_, start, end) => `${start}${text}\n\n${taken}\n${end}`),
  );
}
