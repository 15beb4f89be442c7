import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Measured, median, shown } from '../bench/figures.ts';

/**
 * Each benchmark is a program of its own; `npm run bench -- name …` runs only those, `--save` writes docs/FIGURES.md.
 * `--beside` is for `cost` and `start`, `--profile` for `cost`.
 */
const BENCHMARKS = [
  'sizes',
  'start',
  'sign-in',
  'keys',
  'flood',
  'abuse',
  'guests',
  'cost',
  'verification',
  'live',
  'helpdesk',
  'memory',
  'soak',
  'push',
  'users',
  'bulk',
  'import',
  'activity',
  'scaling',
  'year',
  'erase',
  'lighthouse',
] as const;
const DOCUMENT = 'docs/FIGURES.md';

interface Row {
  readonly benchmark: string;
  readonly name: string;
  readonly before: string;
  readonly measured: string;
  readonly limit: string;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean | null;
  readonly values: readonly number[];
}

function rowOf(benchmark: string, { name, unit, goal, values, befores, limits }: Measured): Row {
  const value = median(values);
  const ratio = limits.length === 0 ? null : median(values.map((one, index) => one / (limits[index] as number)));
  const judged = ratio ?? value;
  const goalUnit = ratio === null ? unit : '';
  return {
    benchmark,
    name,
    before: befores.length === 0 ? '' : shown(median(befores), unit),
    measured: shown(value, unit),
    limit: limits.length === 0 ? '' : shown(median(limits), unit),
    ratio: ratio === null ? null : Number(ratio.toFixed(2)),
    goal:
      goal === null
        ? ''
        : goal.least !== undefined
          ? `≥ ${shown(goal.least, goalUnit)}`
          : `≤ ${shown(goal.most as number, goalUnit)}`,
    met: goal === null ? null : judged >= (goal.least ?? -Infinity) && judged <= (goal.most ?? Infinity),
    values,
  };
}

function run(benchmark: string, dir: string): Row[] {
  process.stderr.write(`${benchmark}\n`);
  const file = join(dir, benchmark);
  const { status } = spawnSync(process.execPath, [`bench/${benchmark}.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...options, BENCH_RESULTS: file },
  });
  if (status !== 0) {
    process.stderr.write(`${benchmark} FAILED\n`);
    process.exitCode = 1;
  }
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => rowOf(benchmark, JSON.parse(line)));
}

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

const today = new Date().toISOString().slice(0, 10);

function lineOf({ benchmark, name, before, measured, limit, ratio, goal, met }: Row): string {
  const verdict = met === null ? '' : met ? 'met' : '**missed**';
  return `| ${benchmark} | ${name} | ${before} | ${measured} | ${limit} | ${ratio ?? ''} | ${goal} | ${verdict} | ${today} |`;
}

const table = (lines: readonly string[]) =>
  [
    '| benchmark | figure | before | measured | limit, same run | ratio | goal | | on |',
    '|---|---|---:|---:|---:|---:|---:|---|---|',
    ...lines,
  ].join('\n');

const benchmarkOf = (line: string) => BENCHMARKS.findIndex((benchmark) => line.startsWith(`| ${benchmark} |`));

const nameIn = (line: string) => line.split(' | ', 2).join(' | ');

/**
 * Replaces the rows of these benchmarks between the two marks; other rows and the text around stay. If only one
 * database was measured, the rows of the other stay too.
 */
function save(benchmarks: readonly string[], lines: readonly string[]): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const marked = /(<!-- figures -->\n)([\s\S]*)(\n<!-- end of figures -->)/;
  const [, , saved] = marked.exec(document) ?? [];
  if (saved === undefined) throw new Error(`${DOCUMENT} has no place for the figures.`);
  const measured = new Set(lines.map(nameIn));
  const isReplaced = (line: string) =>
    process.env.BENCH_DATABASES === undefined
      ? benchmarks.some((benchmark) => line.startsWith(`| ${benchmark} |`))
      : measured.has(nameIn(line));
  const kept = saved.split('\n').filter((line) => benchmarkOf(line) >= 0 && !isReplaced(line));
  const all = [...kept, ...lines].sort((one, other) => benchmarkOf(one) - benchmarkOf(other));
  writeFileSync(
    DOCUMENT,
    document.replace(marked, (_, start, __, end) => `${start}\n${machine()}\n\n${table(all)}\n${end}`),
  );
}

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'boolean' }, beside: { type: 'string' }, profile: { type: 'boolean' } },
});
const options = {
  ...(flags.save && { BENCH_SAVE: '1' }),
  ...(flags.beside !== undefined && { BENCH_BESIDE: flags.beside }),
  ...(flags.profile && { BENCH_PROFILE: '1' }),
};
const unknown = wanted.find((name) => !BENCHMARKS.some((benchmark) => benchmark === name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}". There are: ${BENCHMARKS.join(', ')}\n`);
  process.exit(1);
}
const dir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-results-'));
try {
  // As before a start: a server that strips types itself takes 24 MB more.
  const env = { ...process.env, NODE_COMPILE_CACHE: '.node/compile-cache' };
  if (spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit', env }).status !== 0) process.exit(1);
  const chosen = BENCHMARKS.filter((benchmark) => wanted.length === 0 || wanted.includes(benchmark));
  const rows = chosen.flatMap((benchmark) => run(benchmark, dir));
  console.log(`\n${table(rows.map(lineOf))}\n`);
  console.log(JSON.stringify({ date: today, machine: machine(), figures: rows }));
  if (flags.save) save(chosen, rows.map(lineOf));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
